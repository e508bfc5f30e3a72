"""Which process is at work on a run, and whether it still is."""

import os
import platform
import sys
from pathlib import Path

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.models.run import RunStatus

_STARTED = 19
"""Where a process's start stands in `/proc/PID/stat` after its name, counted from 0 (proc(5), field 22)."""


def this_worker() -> str:
    """How the process itself is kept with a run: host, process id, and when it started, where the system tells."""
    return f"{platform.node()} {os.getpid()} {_started(os.getpid())}"


def is_at_work(worker: str) -> bool:
    """Whether another process of this host still runs. One of another host, which cannot be seen, does not."""
    host, _, rest = worker.rpartition(" ")[0].rpartition(" ")
    if host != platform.node() or not rest.isdigit() or int(rest) == os.getpid() or sys.platform == "win32":
        return False
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return False
    except OSError:  # It runs, and is not ours.
        pass
    return worker.rpartition(" ")[2] == _started(int(rest))


def refuse_beside_another(run_id: str, status: str, worker: str) -> None:
    """Raises a UsageError where another process is at work on a run, which writes all of its documents at its end."""
    if status == RunStatus.RUNNING and is_at_work(worker):
        raise UsageError(f"another process is at work on the run {run_id}.", hint="Wait until it has ended.")


def _started(process: int) -> str:
    """When a process started, in ticks since the system did; empty where the system does not tell."""
    try:
        stat = Path(f"/proc/{process}/stat").read_bytes()
    except OSError:
        return ""
    fields = stat.rpartition(b")")[2].split()
    return fields[_STARTED].decode() if len(fields) > _STARTED else ""
