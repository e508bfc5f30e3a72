"""The version, in a module of its own: what reports say of the tool must not depend on the whole package."""

__version__ = "0.1.0"
