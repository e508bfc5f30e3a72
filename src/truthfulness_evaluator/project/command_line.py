"""The command lines of a project: its programs with their commands and options, over all files."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from truthfulness_evaluator.models import Location
from truthfulness_evaluator.project.commands import CommandEntry, Commands, Path
from truthfulness_evaluator.project.declarations import PYTHON, Command, FileFacts, Option, SymbolKind
from truthfulness_evaluator.project.go_packages import GO
from truthfulness_evaluator.project.openness import Openness
from truthfulness_evaluator.project.option_words import OptionWords
from truthfulness_evaluator.project.programs import Programs
from truthfulness_evaluator.project.rust_paths import RUST
from truthfulness_evaluator.project.words import Words
from truthfulness_evaluator.text.names import edit_distance, folded, is_near, words_of

Status = Literal["found", "elsewhere", "missing", "unknown"]

_GIVEN = frozenset({"-h", "--help", "--version", "-V"})
"""Options that libraries add without the code naming them."""


@dataclass(frozen=True, slots=True)
class OptionEntry:
    """An option with its place."""

    option: Option
    location: Location
    commands: frozenset[Path] | None
    """Subcommands that take it, () for the program itself; None where not known."""


@dataclass(frozen=True, slots=True)
class OptionLookup:
    """Whether a program takes an option."""

    status: Status
    """`found`; `elsewhere`: only another command or program takes it; `missing`: all options are known, and
    it is not among them; `unknown`."""
    entry: OptionEntry | None = None
    """What was found, here or elsewhere."""
    near: tuple[OptionEntry, ...] = ()
    """Of a missing option: those that may be meant, best first."""
    searched: int = 0
    """How many options were looked through."""
    reason: str = ""
    """Why it is not found here, as a clause."""
    place: Location | None = None
    """Of an unknown one: where the code has the word."""
    exact: bool = False
    """Of a missing one: whether the command's parser is known to refuse it (see `Command.exact`)."""


@dataclass(frozen=True, slots=True)
class CommandLookup:
    """Whether a program has a subcommand."""

    status: Status
    entry: CommandEntry | None = None
    near: tuple[CommandEntry, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class CommandLine:
    """All command lines of a project. A name is missing only where the code cannot take it in any way."""

    files: Mapping[str, FileFacts]
    programs: Programs
    commands: Commands
    words: Words

    def __repr__(self) -> str:
        return f"CommandLine({len(self._entries)} options, {len(self.commands.entries)} commands)"

    def option(self, name: str, program: str | None = None, command: Path = (), arguments: Path = ()) -> OptionLookup:
        """Whether a program takes an option.

        Args:
            name: as users type it, `--max-workers`; what follows a `=` is left out.
            program: as users type it; None: any program of the project.
            command: subcommands, outermost first; () where the document does not say.
            arguments: words behind these.
        """
        name = name.partition("=")[0]
        if program is not None and program not in self.programs.names:
            return OptionLookup("unknown", reason=f"{program} is no program of this project")
        entries = self._by_name.get(name, ())
        here = [entry for entry in entries if self._takes(entry, program, command)]
        if here:
            running = self.programs.running
            return OptionLookup(
                "found", min(here, key=lambda entry: (entry.location.path not in running, *_rank(entry, command)))
            )
        if entries:
            return self._elsewhere(name, entries, program, command)
        return self._absent(name, program, command, exact=self._is_exact(program, command, arguments))

    def options(self, program: str | None = None, command: Path = ()) -> tuple[OptionEntry, ...]:
        """The options that a program or command takes, and those of which it is not known who takes them."""
        return tuple(entry for entry in self._entries if self._takes(entry, program, command))

    def near_options(self, name: str, program: str | None = None) -> tuple[OptionEntry, ...]:
        """Options that a name is likely a slip for or another word of, best first."""
        found = {
            other: entries[0]
            for other, entries in self._by_name.items()
            if other.startswith("--")
            and (_resembles(name, other) or self._is_cut_short(name, other))
            and self._takes(entries[0], program, ())
        }
        first = words_of(name)[:1]
        ranked = sorted(
            found,
            key=lambda other: (
                words_of(other)[:1] != first,
                not is_near(name, other),
                edit_distance(name, other, 9),
                other,
            ),
        )
        return tuple(dict.fromkeys(found[other] for other in ranked))

    def subcommands(self, program: str | None = None) -> tuple[CommandEntry, ...]:
        """The subcommands of a program."""
        files = None if program is None else self.programs.files_of(program)
        return tuple(entry for entry in self.commands.entries if files is None or entry.location.path in files)

    def command(self, path: Path, program: str | None = None) -> CommandLookup:
        """Whether a program has a subcommand."""
        if program is not None and program not in self.programs.names:
            return CommandLookup("unknown", reason=f"{program} is no program of this project")
        known = self.subcommands(program)
        found = next((entry for entry in known if _is_command(entry, path)), None)
        if found is not None:
            return CommandLookup("found", found)
        reason = self._may_have_command(path, known, program)
        if reason is not None:
            return CommandLookup("unknown", reason=reason)
        near = tuple(entry for entry in known if is_near(" ".join(path), " ".join(entry.path)))
        return CommandLookup("missing", near=near, reason=f"none of {len(known)} commands is {' '.join(path)}")

    def is_closed(self, program: str | None = None) -> bool:
        """Whether all options of a program are known: it has some, none is made at run time or added by plug-ins.

        Only in Python are a program's files followed from where it starts; in other languages what was not
        understood in one of them would not show.
        """
        files = self.programs.files_of(program) if program is not None else frozenset(self.files)
        known = self.programs.known_files_of(program) if program is not None else files
        return (
            self._is_understood(program)
            and self.openness.plugins is None
            and not self.commands.open_files & files
            and self.openness.forwards is None
            and all(self.files[path].language == PYTHON for path in known)
        )

    def has_open_commands(self, program: str) -> bool:
        """Whether a command of a program may have more options than are declared."""
        return bool(self.commands.open_files & self.programs.files_of(program))

    @cached_property
    def openness(self) -> Openness:
        """Signs that programs may take more than is declared."""
        return Openness(self.words)

    @cached_property
    def _entries(self) -> tuple[OptionEntry, ...]:
        return tuple(
            OptionEntry(option, Location(path=path, line=option.line), self.commands.paths_of(path, option))
            for path, facts in self.files.items()
            for option in facts.options
        )

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[OptionEntry, ...]]:
        found: dict[str, list[OptionEntry]] = {}
        for entry in self._entries:
            for name in entry.option.names:
                if name.startswith("-"):
                    found.setdefault(name, []).append(entry)
                if entry.option.negatable and name.startswith("--"):
                    found.setdefault(f"--no-{name[2:]}", []).append(entry)
        return {name: tuple(entries) for name, entries in found.items()}

    def _takes(self, entry: OptionEntry, program: str | None, command: Path) -> bool:
        """Whether a command of a program takes an option, as far as is known."""
        if program is not None and entry.location.path not in self.programs.files_of(program):
            return False
        if not command or entry.commands is None:
            return True
        return any(_may_be(path, command) for path in entry.commands)

    def _elsewhere(self, name: str, entries: Sequence[OptionEntry], program: str | None, command: Path) -> OptionLookup:
        entry = entries[0]
        if program is not None and not self._is_understood(program):
            return OptionLookup("unknown", entry, reason=f"the options of {program} are not known")
        if command and all(self._takes(other, program, ()) for other in entries):
            known = [other for other in self.subcommands(program) if _is_command(other, command)]
            if not known or any(not other.command.closed for other in known):
                return OptionLookup("unknown", entry, reason=f"not all options of {' '.join(command)} are known")
        where = sorted(" ".join(path) for other in entries for path in other.commands or () if path)
        reason = f"only {', '.join(dict.fromkeys(where))} takes {name}" if where else f"another program takes {name}"
        return OptionLookup("elsewhere", entry, reason=reason)

    def _is_exact(self, program: str | None, command: Path, arguments: Path) -> bool:
        """Whether a command is known to take the options that are declared, and no others."""
        if program is None or self.openness.augments is not None:
            return False
        files = sorted(self.programs.known_files_of(program))
        made = [(path, each) for path in files for each in self.files[path].commands if each.program]
        crates = {self._crate(path) for path in self.programs.starts_of(program)}
        roots = [each for _, each in made if each.name == program] or [
            each for path, each in made if not each.name and self._crate(path) in crates
        ]
        if not roots or not all(map(self._takes_own_alone, roots)):
            return False
        below = [entry for entry in self.subcommands(program) if entry.path[: len(command)] == command]
        own = [entry for entry in below if len(entry.path) == len(command)]
        if arguments and any(len(entry.path) > len(command) for entry in below):
            return False  # the word behind is a command that is not known
        return not command or (bool(own) and all(self._takes_own_alone(entry.command) for entry in own))

    def _takes_own_alone(self, command: Command) -> bool:
        """Whether all that an exact command takes is declared in the project."""
        return command.exact and all(
            path.partition("::")[0] in self._crates and path.rpartition("::")[2] in self._types_of_rust
            for path in command.borrowed
        )

    def _crate(self, path: str) -> str | None:
        """The crate of a Rust file."""
        facts = self.files[path]
        return facts.module.partition("::")[0] if facts.module is not None and facts.language == RUST else None

    @cached_property
    def _crates(self) -> frozenset[str]:
        return frozenset(crate for path in self.files if (crate := self._crate(path))) | {"crate", "self", "super"}

    @cached_property
    def _types_of_rust(self) -> frozenset[str]:
        return frozenset(
            symbol.name.rpartition(".")[2]
            for facts in self.files.values()
            if facts.language == RUST
            for symbol in facts.symbols
            if symbol.kind is SymbolKind.CLASS
        )

    def _absent(self, name: str, program: str | None, command: Path, *, exact: bool) -> OptionLookup:
        """What is known of an option that no code declares."""
        searched = len(self.options(program))
        reason = self._may_take(name, program)
        if reason is not None:
            return OptionLookup("unknown", searched=searched, reason=reason)
        if exact:
            near = self.near_options(name, program)
            return OptionLookup("missing", None, near, searched, f"none of {searched} options is {name}", exact=True)
        if (rest := self._composed(name, program)) is not None:
            reason = f"a prefix may be put before {rest}"
            return OptionLookup("unknown", searched=searched, reason=reason)
        place = self.words.find(name) if self._is_respelled(name) else self._word(name, program)
        if place is not None:
            return OptionLookup("unknown", searched=searched, reason=f"the code has the word ({place})", place=place)
        near = self.near_options(name, program)
        # What plug-ins add is not likely to look like an option of the program itself.
        if self.openness.plugins is not None and not near:
            return OptionLookup("unknown", searched=searched, reason=f"plug-ins may add it ({self.openness.plugins})")
        return OptionLookup("missing", None, near, searched, f"none of {searched} options is {name}")

    def _may_take(self, name: str, program: str | None) -> str | None:
        """Why a program may take an option that no code declares; None where nothing speaks for it."""
        if not name.startswith("-") or not name.strip("-"):
            return f"{name} is no option"
        if name in _GIVEN:
            return f"{name} is given by most libraries"
        if not self._is_understood(program):
            return "the code declares no options that are understood"
        if name.startswith("--"):
            whole = next(
                (other for other in self._by_name if other.startswith(name) and self._may_shorten(other)), None
            )
            return None if whole is None else f"it may be short for {whole}"
        # `-xvf` is three options, and `-j8` is one with its value.
        first = next((other for other in self._by_name if len(other) == 2 and name.startswith(other)), None)
        return None if first is None else f"it may begin with {first}"

    def _may_shorten(self, name: str) -> bool:
        """Whether the beginning of an option may be typed for it: some parsers of Python take it, none of Go, of Rust
        those that are told to.
        """
        if "infer_long_args" in self.words or "InferLongArgs" in self.words:
            return True
        return any(self.files[entry.location.path or ""].language not in (GO, RUST) for entry in self._by_name[name])

    def _is_cut_short(self, name: str, other: str) -> bool:
        """Whether an option is another one without its last words, which no parser would take for it."""
        return other.startswith(f"{name}-") and len(words_of(name)) >= _FEWEST_WORDS and not self._may_shorten(other)

    def _is_understood(self, program: str | None) -> bool:
        """Whether the options of a program, or of every program, are declared in a way that is understood."""
        names = self.programs.names if program is None else (program,)
        if not names:
            return False
        with_options = {entry.location.path for entry in self._entries}
        return all(not with_options.isdisjoint(self.programs.known_files_of(each)) for each in names)

    def _is_respelled(self, name: str) -> bool:
        """Whether an option of the same words is declared with other separators, and these are not made equal.

        The code's variable of that option says nothing then.
        """
        return folded(name) in self._folded_names and not self.spellings.is_lenient

    @cached_property
    def spellings(self) -> OptionWords:
        """The forms in which the code has its options."""
        return OptionWords(self.files, self.words)

    @cached_property
    def _folded_names(self) -> frozenset[str]:
        return frozenset(folded(name) for name in self._by_name if name.startswith("--"))

    def _word(self, name: str, program: str | None) -> Location | None:
        """Where the code has an option's name in any form that a command line may be made from."""
        place = self.spellings.find(name)
        if place is not None or not name.startswith("--"):
            return place
        forms = sorted({name[2:], name[2:].removeprefix("no-")})
        loose = (self._loose_word(form, program) for form in forms if form.isalnum())
        return next((place for place in loose if place is not None), None)

    def _composed(self, name: str, program: str | None) -> str | None:
        """What an option is without its first word, where the code has that and puts prefixes before some names."""
        files = self.programs.files_of(program) if program is not None else frozenset(self.files)
        rest = name[2:].partition("-")[2] if name.startswith("--") else ""
        if not rest or not any(self.files[path].language == GO for path in self.commands.open_files & files):
            return None
        return rest if f"--{rest}" in self._by_name or self.spellings.find_bare(rest) is not None else None

    def _loose_word(self, word: str, program: str | None) -> Location | None:
        """Where the code has a word at all, if some of its options are made at run time."""
        files = self.programs.files_of(program) if program is not None else frozenset(self.files)
        return self.words.find(word) if self.commands.open_files & files else None

    def _may_have_command(self, path: Path, known: Sequence[CommandEntry], program: str | None) -> str | None:
        """Why a program may have a command that no code declares; None where nothing speaks for it."""
        if not known or not path:
            return "the code declares no commands that are understood"
        if not self._is_understood(program):
            return "the command line is not understood"
        if self.openness.plugins is not None:
            return f"plug-ins may add it ({self.openness.plugins})"
        name = path[-1]
        quoted = re.compile(rf"([\"']){re.escape(name)}\1")
        place = next(self.words.matches(quoted, needs=name), None)
        if place is not None:
            return f"the code has the word ({place})"
        if "".join(words_of(name)) in self.commands.names_of_code:
            return "the code has something of this name"
        return None


def _may_be(declared: Path, asked: Path) -> bool:
    """Whether an option of one command may be meant where another is asked for.

    Options of the commands above are typed with it too, and a file may know only the last part of a path.
    """
    shorter, longer = sorted((declared, asked), key=len)
    return longer[len(longer) - len(shorter) :] == shorter or asked[: len(declared)] == declared


def _is_command(entry: CommandEntry, path: Path) -> bool:
    if not path:
        return False
    names = {entry.path[-1], *entry.command.aliases}
    return path[-1] in names and _may_be((*entry.path[:-1], path[-1]), path)


def _rank(entry: OptionEntry, command: Path) -> tuple[bool, bool]:
    """Those of the very command first, then those that help shows."""
    return entry.commands is None or command not in entry.commands, entry.option.hidden


_FEWEST_WORDS = 3
"""Options with at least so many words resemble each other if all but one are the same."""


def _resembles(name: str, other: str) -> bool:
    if is_near(name, other):
        return True
    left, right = words_of(name), words_of(other)
    if min(len(left), len(right)) < _FEWEST_WORDS or len(left) != len(right):
        return False
    return sum(a != b for a, b in zip(left, right, strict=True)) == 1
