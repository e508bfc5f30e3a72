import pytest

from truthfulness_evaluator.text.commands import states_nothing, without_note


@pytest.mark.parametrize(
    "text",
    [
        "Run the tests before you push.",
        "Click Save to keep the file.",
        "Then open `settings.toml`.",
        "If you use a proxy, set its address first.",
        "To install the tool, run `make install`.",
        "Don't delete the journal.",
        "So don't delete the journal.",
        "Please see the changelog.",
        "(See the manual for more.)",
        "You should close the file.",
        "It is recommended to read the manual.",
        "Let us look at the journal.",
        "This section describes the journal.",
        "In this chapter, we build a parser.",
        "The following table lists all options.",
        "Here is an example of a journal.",
        "We thank Ada Brandt for the salt.",
        "Thanks to everyone who sent patches.",
        "We plan to add a second parser.",
        "I'll add a second parser.",
        "In this example, we'll use the small lake.",
        "Contributions are welcome.",
        "For more details, see the manual.",
    ],
)
def test_states_nothing(text: str) -> None:
    assert states_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "Run times are measured in seconds.",
        "Set theory is older than that.",
        "Call sites are kept in a list.",
        "Use of the port is limited to two clients.",
        "Read replicas are kept in Graz.",
        "You can open the file twice.",
        "You need Python 3.9 or newer.",
        "If you use a proxy, its address is written to the journal.",
        "We measured the salt in nine lakes.",
        "This section of the canal was dug in 1931.",
        "The table has nine rows.",
        "SELECT reads rows from a table.",
        "The work was funded by the city of Graz.",
        "Note that the journal is removed at exit.",
        "Mark Holt moved to Graz.",
        "The tool will use two threads.",
    ],
)
def test_states_something(text: str) -> None:
    assert not states_nothing(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Please note that the journal is removed.", "The journal is removed."),
        ("Keep in mind that eight files are open.", "Eight files are open."),
        ("Note the journal.", "Note the journal."),
        ("The notes say that it rained.", "The notes say that it rained."),
    ],
)
def test_without_note(text: str, expected: str) -> None:
    assert without_note(text) == expected
