"""Makes the embedded judge again from labelled claims: mix, training, calibration, export, evaluation, model card.

It is no part of the installed package, and its dependencies (`requirements.txt`) are none of the package's.
"""
