"""Where a named model is: a folder here, or a model of the Hugging Face hub, brought into its local cache."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

from truthfulness_evaluator.core.errors import MissingPartError
from truthfulness_evaluator.nli.files import BESIDE, weights_among

_NAME = re.compile(r"(?P<name>[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*)(@(?P<revision>[\w./-]+))?")
_LOCAL = "or name a folder that holds the model"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a model's files are."""

    spec: str
    """As the user named it."""
    folder: Path
    chosen: str | None = None
    """Path of the weights in the folder, where the user named that file."""
    of_hub: bool = False
    offline: bool = False

    @property
    def title(self) -> str:
        """The model's name on the hub, or that of its folder."""
        return self.spec if self.of_hub else self.folder.resolve().name


def place_of(spec: str, *, offline: bool) -> Place:
    """Where a model is; one of the hub is brought here.

    Args:
        spec: a folder, an ONNX file, or `owner/name` or `owner/name@revision` of the hub.
        offline: whether only the hub's local cache may be used.

    Raises:
        MissingPartError: it is in none of these places.
        UsageError: it has no weights that can be used.
    """
    path = Path(spec).expanduser()
    if path.is_dir():
        return Place(spec, path)
    if path.is_file():
        folder = next((each for each in (path.parent, path.parent.parent) if (each / "config.json").is_file()), None)
        if folder is None:
            raise MissingPartError(f"{spec} is no model by itself: beside it is no config.json.")
        return Place(spec, folder, chosen=path.relative_to(folder).as_posix())
    match = _NAME.fullmatch(spec)
    if match is None or Path(spec.partition("/")[0]).is_dir():
        raise MissingPartError(f"There is no folder {spec}.")
    folder = brought(match["name"], match["revision"], offline=offline)
    return Place(spec, folder, of_hub=True, offline=offline)


def brought(name: str, revision: str | None, *, offline: bool, wanted: Sequence[str] | None = None) -> Path:
    """The folder of the hub's local cache with a model's files; what is missing there is downloaded.

    Args:
        name: `owner/name`.
        revision: a branch, tag or commit; None: the main branch.
        offline: whether the hub must not be called.
        wanted: files; None: the weights that are taken, and what is beside them.

    Raises:
        MissingPartError: the hub does not have it or give it, or it is not in the cache and offline is set.
        UsageError: it has no weights that can be used.
    """
    from huggingface_hub import constants

    if offline or constants.HF_HUB_OFFLINE:
        cached = _cached(name, revision)
        if cached is None:
            raise MissingPartError(
                f"The model {name} is not in the local cache of the hub, which is not called here.",
                hint=f"Run once online with --judge nli:{name}, {_LOCAL}.",
            )
        return cached
    found = _listed(name, revision)
    if found is None:
        cached = _cached(name, revision)
        if cached is None:
            raise MissingPartError(f"The hub cannot be reached for the model {name}.", hint=f"Try again, {_LOCAL}.")
        return cached
    files = wanted or [*BESIDE, *weights_among(found, where=name)]
    try:
        return Path(_snapshot()(name, revision=revision, allow_patterns=[each for each in files if each in found]))
    except Exception as error:  # Of the HTTP client, of the hub's client, of the disk: no base in common.
        raise MissingPartError(
            f"The model {name} could not be brought from the hub: {type(error).__name__}.", hint=f"Try again, {_LOCAL}."
        ) from error


def _listed(name: str, revision: str | None) -> list[str] | None:
    """The files that the hub has of a model; None: it does not answer."""
    from huggingface_hub import HfApi, constants
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError, RevisionNotFoundError

    try:
        info = HfApi(endpoint=constants.ENDPOINT).model_info(name, revision=revision)
    except GatedRepoError as error:
        raise MissingPartError(
            f"The hub gives {name} only to those who accepted its terms.", hint=f"Accept them there, {_LOCAL}."
        ) from error
    except RepositoryNotFoundError as error:
        raise MissingPartError(f"There is neither a folder {name} here nor such a model on the hub.") from error
    except RevisionNotFoundError as error:
        raise MissingPartError(f"The model {name} has no revision {revision!r} on the hub.") from error
    except Exception:  # Of the HTTP client: which one it is differs by version.
        return None
    return [each.rfilename for each in info.siblings or ()]


def _cached(name: str, revision: str | None) -> Path | None:
    try:  # Of all its files: what is not wanted here was never brought.
        return Path(_snapshot()(name, revision=revision, local_files_only=True, allow_patterns=["config.json"]))
    except OSError:
        return None


def _snapshot() -> Callable[..., str]:
    import huggingface_hub

    made: Callable[..., str] = cast("Any", huggingface_hub).snapshot_download  # Any: its types are not complete.
    return partial(made, endpoint=huggingface_hub.constants.ENDPOINT)


__all__ = ["Place", "brought", "place_of"]
