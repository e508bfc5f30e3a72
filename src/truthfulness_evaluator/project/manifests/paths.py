"""Paths that manifests name."""

from posixpath import join, normpath


def beside(manifest: str, path: str) -> str:
    """A path that a manifest names, relative to the root of the tree.

    Example:
        >>> beside("packages/a/pyproject.toml", "../requirements.txt")
        'packages/requirements.txt'
    """
    return normpath(join(manifest.rpartition("/")[0], path))
