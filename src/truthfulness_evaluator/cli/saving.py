"""Writes a corrected document over the one that was read, in one step."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from truthfulness_evaluator.core.errors import DocumentError
from truthfulness_evaluator.models import Document


def save(path: Path, before: Document, after: Document) -> None:
    """Replaces the file's content; whoever reads it meanwhile sees the old or the new one, whole.

    The permissions stay, and a symbolic link stays one: the file that it leads to is written.

    Args:
        path: the file that `before` was read from.
        before: what must still be in it.
        after: what is to be in it, in the same encoding.

    Raises:
        DocumentError: the file is read-only, is not what was read, or cannot be written.
    """
    file = Path(os.path.realpath(path))
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            raise DocumentError(f"{before.name} is not corrected: it is no regular file.")
        # The superuser may write everything; what is marked as read-only is left alone all the same.
        if not status.st_mode & 0o222 or not os.access(file, os.W_OK):
            raise DocumentError(f"{before.name} is not corrected: the file is read-only.")
        if file.read_bytes() != before.text.encode(before.encoding):
            raise changed(before)
        _replace(file, after.text.encode(after.encoding), status)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise DocumentError(f"{before.name} is not corrected: {why}.") from error


def changed(document: Document) -> DocumentError:
    """The error of a file that no longer holds what was read."""
    return DocumentError(f"{document.name} is not corrected: the file has changed since it was read.")


def _replace(file: Path, data: bytes, status: os.stat_result) -> None:
    # In the same folder, as only there a rename is one step.
    number, name = tempfile.mkstemp(prefix=".truth-eval-", dir=file.parent)
    try:
        with os.fdopen(number, "wb") as temporary:
            temporary.write(data)
            temporary.flush()
            os.fsync(number)
        with suppress(OSError, AttributeError):  # only the superuser may give files away, and Windows has no owners
            os.chown(name, status.st_uid, status.st_gid)
        os.chmod(name, stat.S_IMODE(status.st_mode))  # noqa: PTH101
        os.replace(name, file)  # noqa: PTH105
    except BaseException:
        with suppress(OSError):
            os.unlink(name)  # noqa: PTH108
        raise
