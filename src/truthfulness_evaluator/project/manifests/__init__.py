"""Manifests: names, versions, runtimes, dependencies, extras and entry points. One module a format."""

from truthfulness_evaluator.project.manifests.collection import Manifests, read_manifests
from truthfulness_evaluator.project.manifests.manifest import (
    Dependency,
    Ecosystem,
    Entry,
    Extra,
    Inclusion,
    Manifest,
    RuntimeFloor,
    Script,
    normal_name,
)

__all__ = [
    "Dependency",
    "Ecosystem",
    "Entry",
    "Extra",
    "Inclusion",
    "Manifest",
    "Manifests",
    "RuntimeFloor",
    "Script",
    "normal_name",
    "read_manifests",
]
