"""The programs of a project, and which files' command lines they run."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from truthfulness_evaluator.project.declarations import PYTHON, FileFacts
from truthfulness_evaluator.project.manifests.manifest import Script
from truthfulness_evaluator.project.modules import Modules, module_of_target, packages_above

_MAIN = "__main__"


@dataclass(frozen=True)
class Programs:
    """The programs of a project.

    A program runs the files that its entry point imports, directly or not. What no program is seen to run
    (imports inside functions are not followed) may belong to any of them, and where one program alone starts
    in a package, it runs all of it. Of languages other than Python imports are not followed: a program may run
    all files of the language it is written in.
    """

    files: Mapping[str, FileFacts]
    modules: Modules
    scripts: tuple[Script, ...]

    def __repr__(self) -> str:
        return f"Programs({', '.join(self.names)})"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """As users type them: scripts of manifests, names that the code gives, `python -m package`."""
        return tuple(sorted(self._starts))

    def files_of(self, program: str) -> frozenset[str]:
        """The files that a program may run; empty where it is not known."""
        return self._files.get(program, frozenset())

    def starts_of(self, program: str) -> frozenset[str]:
        """The files that a program starts in."""
        return self._starts.get(program, frozenset())

    def is_built(self, program: str) -> bool:
        """Whether the project builds a program: a manifest or a package says so, not only the name in its help."""
        return any(script.name == program for script in self.scripts) or any(
            command.program and command.owner == "main" and command.name == program
            for path in self.starts_of(program)
            for command in self.files[path].commands
        )

    @cached_property
    def _files(self) -> Mapping[str, frozenset[str]]:
        return {name: self.known_files_of(name) | self._unclaimed for name in self._starts}

    def known_files_of(self, program: str) -> frozenset[str]:
        """The files that a program runs for sure."""
        return self._known.get(program, frozenset())

    @cached_property
    def running(self) -> frozenset[str]:
        """The files that some program runs for sure."""
        return frozenset[str]().union(*self._known.values())

    @cached_property
    def _known(self) -> Mapping[str, frozenset[str]]:
        return {
            name: self._reached(starts) | self._own_packages(starts) | self._in_languages_of(starts)
            for name, starts in self._starts.items()
        }

    def _in_languages_of(self, starts: frozenset[str]) -> frozenset[str]:
        """The files in the languages of some files, Python left out."""
        languages = {self.files[path].language for path in starts} - {PYTHON}
        return frozenset(path for path, facts in self.files.items() if facts.language in languages)

    @cached_property
    def _starts(self) -> Mapping[str, frozenset[str]]:
        """The files that each program starts in."""
        found: dict[str, set[str]] = {}
        for script in self.scripts:
            found.setdefault(script.name, set()).update(self._files_of_target(script.target))
        for path, facts in self.files.items():
            for command in facts.commands:
                if command.program and command.name and not (self.scripts and command.name == command.owner):
                    # A function's name is the program's only where no manifest says another.
                    found.setdefault(command.name, set()).add(path)
            if facts.module is not None and facts.module.rpartition(".")[2] == _MAIN and "." in facts.module:
                found.setdefault(f"python -m {facts.module.rpartition('.')[0]}", set()).add(path)
        return {name: frozenset(paths) for name, paths in found.items()}

    def _files_of_target(self, target: str) -> Iterable[str]:
        if target in self.files:
            return (target,)
        return self._by_module.get(module_of_target(target), ())

    @cached_property
    def _by_module(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for path, facts in self.files.items():
            if facts.module is not None:
                found.setdefault(facts.module, []).append(path)
        return {module: tuple(paths) for module, paths in found.items()}

    def _reached(self, starts: frozenset[str]) -> frozenset[str]:
        """The files that some files import, directly or not, themselves included."""
        reached = set(starts)
        waiting = list(starts)
        while waiting:
            for path in self._imported_by(waiting.pop()):
                if path not in reached:
                    reached.add(path)
                    waiting.append(path)
        return frozenset(reached)

    def _imported_by(self, path: str) -> Iterable[str]:
        for item in self.files[path].imports:
            for module in (item.target, *packages_above(item.target)):
                yield from self._by_module.get(module, ())

    def _own_packages(self, starts: frozenset[str]) -> frozenset[str]:
        """The files of the top-level packages in which no program starts that starts elsewhere."""
        tops = {self._top(path) for path in starts} - {None}
        others = {
            self._top(path)
            for paths in self._starts.values()
            if not self._same_program(paths, starts)
            for path in paths
        }
        return frozenset(path for path in self.files if (top := self._top(path)) in tops and top not in others)

    def _same_program(self, left: frozenset[str], right: frozenset[str]) -> bool:
        """Whether two names start one program: `app` and `python -m app` do."""
        return bool(left & right) or any(
            (self.files[path].module or "").endswith(_MAIN) and self._top(path) in {self._top(p) for p in right | left}
            for path in left | right
        )

    def _top(self, path: str) -> str | None:
        facts = self.files[path]
        return facts.module.partition(".")[0] if facts.module is not None and facts.language == PYTHON else None

    @cached_property
    def _unclaimed(self) -> frozenset[str]:
        """The modules that no program runs for sure; scripts are programs of their own."""
        modules = (path for path, facts in self.files.items() if facts.module is not None and facts.language == PYTHON)
        return frozenset(modules) - self.running
