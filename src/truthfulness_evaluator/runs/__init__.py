"""Evaluations that are kept: recorded, shown again, compared, finished."""
