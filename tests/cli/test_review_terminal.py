"""`truth-eval review` in a real terminal: keys in, screens out, and what is kept whatever ends it."""

import resource
import signal
import sys
import unicodedata
from pathlib import Path

import pytest

from terminal import Terminal
from truthfulness_evaluator.store.reviews import ReviewStore
from waiting_run import WaitingRun

COMMAND = [sys.executable, "-m", "truthfulness_evaluator", "review"]
SCREENS = Path(__file__).parents[1] / "review" / "screens_expected"
NOTE = "note (Enter keeps it, Esc drops it):"


class Kept(WaitingRun):
    """The run, with the command that reviews it."""

    def review(self, *arguments: str, width: int = 80, height: int = 24, **env: str) -> Terminal:
        """The command, running."""
        environment = {
            "XDG_DATA_HOME": str(self.home), "XDG_CONFIG_HOME": str(self.work), "HOME": str(self.work),
            "GIT_CEILING_DIRECTORIES": str(self.work), **env,
        }  # fmt: skip
        argv = [*COMMAND, "--reviewer", "Ann", *arguments]
        return Terminal(argv, cwd=self.work, env=environment, width=width, height=height)


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def shown(number: int) -> str:
    return f"claim {number} of 14"


def expected(file: str) -> list[str]:
    text = (SCREENS / file).read_text(encoding="utf-8").replace("1234abcd", "RUN_NAME")
    text = unicodedata.normalize("NFC", text)  # as the terminal of the tests shows it
    return text.rstrip("\n").split("\n")


@pytest.mark.parametrize(
    ("file", "keys", "width", "height"),
    [
        pytest.param("no_evidence.txt", "kkk", 80, 24, id="80-columns"),
        pytest.param("two_columns.txt", "k" * 9, 140, 30, id="140-columns"),
        pytest.param("wide_characters.txt", "k" * 11, 80, 40, id="wide"),
        pytest.param("wide_characters_in_columns.txt", "k" * 11, 140, 30, id="wide-in-columns"),
        pytest.param("hostile.txt", "k" * 13, 80, 30, id="hostile"),
        pytest.param("help.txt", "?", 80, 30, id="help"),
        pytest.param("page_down.txt", " ", 80, 24, id="scrolled"),
    ],
)
def test_screens_without_colours(kept: Kept, file: str, keys: str, width: int, height: int) -> None:
    with kept.review(width=width, height=height, NO_COLOR="1") as terminal:
        terminal.until(shown(1))
        terminal.send(keys)
        wanted = "\n".join(expected(file)).replace("RUN_NAME", kept.run_id)
        assert terminal.until(lambda text: text == wanted) == wanted
        assert b"\x1b[0;1m" not in terminal.raw


def test_colours(kept: Kept) -> None:
    with kept.review(height=60) as terminal:
        terminal.until("Rounds")
        assert terminal.looks("REFUTES") == {"red", "bold"}
        assert terminal.looks("Against") == {"red", "bold"}
        assert terminal.looks("ttl: int") == {"cyan"}
        terminal.send("kkkk")
        terminal.until(lambda text: shown(5) in text and "1,200" in text)
        assert terminal.looks("1,200") == {"default", "bold", "underscore"}


def test_the_grade_follows_and_the_end_tells(kept: Kept) -> None:
    with kept.review() as terminal:
        terminal.until("grade F")
        terminal.send("s")
        terminal.until(lambda text: shown(2) in text and "── Claim 1: SUPPORTS." in text)
        terminal.send("s" * 13)
        terminal.until("Every claim is decided.")
        assert "grade F -> A+" in terminal.text
        terminal.send("q")
        assert terminal.ended() == 3  # a part of the first document could not be read
    told = terminal.raw.decode().rsplit("\x1b[?1049l")[-1]
    assert "14 claims decided, none left. Grade F before, A+ now." in " ".join(told.split())
    assert kept.run.closing.startswith("Grade A+")


def test_note_undo_back(kept: Kept) -> None:
    with kept.review() as terminal:
        terminal.until(shown(1))
        terminal.send("a")
        terminal.until(NOTE)
        terminal.send("数 é, not sq\x7f\x7f\x15ask Ben\r")
        terminal.until("Note      ask Ben")
        terminal.send("r")
        terminal.until(shown(2))
        assert (kept.decided, kept.remembered) == ("R.............", ["R"])
        terminal.send("z")
        terminal.until(lambda text: shown(1) in text and "Taken back." in text)
        assert (kept.decided, kept.remembered) == ("..............", [])
        terminal.send("ub")
        terminal.until("UNVERIFIABLE (Ann,")
        terminal.send("a")
        terminal.until(f"{NOTE} ask Ben")
        terminal.send(" first\x1b")
        terminal.until(lambda text: NOTE not in text)
        terminal.send("q")
        terminal.ended()
    with ReviewStore(kept.file) as store:
        [review] = store.all()
    assert (review.review.verdict, review.review.reviewer, review.review.note) == ("UNVERIFIABLE", "Ann", "ask Ben")


def test_go_on_later(kept: Kept) -> None:
    with kept.review() as terminal:
        terminal.until(shown(1))
        terminal.send("sksq")
        terminal.ended()
    with kept.review() as terminal:
        terminal.until(f"{shown(2)}, 2 decided")
        terminal.send("r")
        terminal.until(f"{shown(4)}, 3 decided")
        terminal.send("q")
        terminal.ended()
    assert kept.decided == "SRS..........."


def test_resize(kept: Kept) -> None:
    with kept.review(width=140, height=40) as terminal:
        terminal.until(shown(1))
        terminal.resize(60, 15)
        terminal.until(lambda text: any(line == "─" * 60 for line in text.split("\n")))
        terminal.send("s")
        terminal.until(shown(2))
        terminal.resize(100, 50)
        terminal.until(lambda text: "─" * 100 in text.split("\n") and "Votes" in text)


KEYS = "sr\x1b[Bkna \rzu"
"""Every kind of key: decisions, an arrow, a skip, a note, an undo."""
DECIDED = {0: "", 1: "S", 2: "SR", 5: "SR", 6: "SR", 7: "SR.N", 8: "SR.N", 9: "SR.N", 10: "SR.N", 11: "SR", 12: "SR.U"}


WITHOUT_EVIDENCE = {3, 13}
"""Numbers of claims that are decided for their run alone."""


def prefixes() -> list[tuple[str, str]]:
    """Beginnings of the keys, each with what is decided then; none ends within the arrow."""
    return [(KEYS[:number], decided.ljust(14, ".")) for number, decided in DECIDED.items()]


@pytest.mark.parametrize("how", ["kill", "hang-up", "ctrl-c"])
@pytest.mark.parametrize(("keys", "decided"), prefixes(), ids=[str(number) for number in DECIDED])
def test_no_decision_is_lost_whatever_ends_it(tmp_path: Path, keys: str, decided: str, how: str) -> None:
    kept = Kept(tmp_path)
    with kept.review() as terminal:
        terminal.until(shown(1))
        terminal.send(keys)
        number = decided.rstrip(".")
        terminal.until(lambda text: f"{len(number.replace('.', ''))} decided" in text)
        match how:
            case "kill":
                terminal.signal(signal.SIGKILL)
            case "hang-up":
                terminal.hang_up()
            case _:
                terminal.send("\x03")
        terminal.ended()
    assert kept.decided == decided
    assert kept.remembered == [
        letter for n, letter in enumerate(decided) if letter != "." and n not in WITHOUT_EVIDENCE
    ]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["term", "int"])
def test_a_program_that_is_told_to_end_leaves_the_terminal_as_it_was(kept: Kept, number: signal.Signals) -> None:
    with kept.review() as terminal:
        terminal.until(shown(1))
        terminal.send("s")
        terminal.until(shown(2))
        terminal.signal(number)
        assert terminal.ended() == 3
    assert b"\x1b[?1049l" in terminal.raw
    assert "1 claim decided, 13 claims left." in terminal.raw.decode()
    assert kept.decided == "S............."


def test_a_terminal_that_only_writes(kept: Kept) -> None:
    with kept.review(TERM="dumb", width=100, height=200) as terminal:
        terminal.until("key:")
        terminal.send("s\n")
        terminal.until(shown(2))
        terminal.send("a\n")
        terminal.until("note:")
        terminal.send("ask Ben\n")
        terminal.until("Note      ask Ben")
        terminal.send("r\n")
        terminal.until(shown(3))
        terminal.send("\x04")
        terminal.ended()
    assert b"\x1b" not in terminal.raw
    assert kept.decided == "SR............"


def test_nothing_waits(kept: Kept) -> None:
    with kept.review() as terminal:
        terminal.until(shown(1))
        terminal.send("s" * 14 + "q")
        terminal.ended()
    with kept.review() as terminal:
        terminal.until(f"Nothing waits for a person in run {kept.run_id}.")
        terminal.ended()


def limit(terminal: Terminal, size: int) -> None:
    """Lets no file of the program grow past a size, as on a full disk."""
    resource.prlimit(terminal.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
def test_a_full_disk_is_told_and_the_decision_tried_again(kept: Kept) -> None:
    with kept.review() as terminal:
        terminal.until(shown(1))
        limit(terminal, 4096)
        terminal.send("s")
        terminal.until(lambda text: f"{shown(2)}, 1 decided" in text and "Not kept yet" in text)
        assert kept.decided == ".............."
        limit(terminal, resource.RLIM_INFINITY)
        terminal.send("r")
        terminal.until(f"{shown(3)}, 2 decided")
        assert (kept.decided, kept.remembered) == ("SR............", ["S", "R"])
        terminal.send("q")
        terminal.ended()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
def test_what_could_not_be_kept_is_printed_at_the_end(kept: Kept) -> None:
    with kept.review(NO_COLOR="1") as terminal:
        terminal.until(shown(1))
        limit(terminal, 4096)
        terminal.send("aask Ben\rs")
        terminal.until("Not kept yet")
        terminal.send("q")
        assert terminal.ended() == 3
    told = " ".join(terminal.raw.decode().rsplit("\x1b[?1049l")[-1].split())
    assert f"error: 1 decision could not be kept: the data file {kept.file} cannot be used:" in told
    assert "docs/cache.md:3:1: SUPPORTS (ask Ben): Answers are kept for an hour." in told
    assert kept.decided == ".............."


def test_decisions_of_other_runs_are_not_asked_for_again(kept: Kept) -> None:
    with kept.review() as terminal:
        terminal.until(shown(1))
        terminal.send("srq")
        terminal.ended()
    kept.begin_anew()
    assert kept.decided == ".............."
    with kept.review() as terminal:
        told = "2 claims decided before, on the same evidence."
        terminal.until(lambda text: f"{shown(3)}, 2 decided" in text and told in text)
        terminal.send("q")
        terminal.ended()
    assert kept.decided == "SR............"
