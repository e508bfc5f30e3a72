import pytest

from truthfulness_evaluator.consensus.reliability import Counts, parse_reliability, vote_shares
from truthfulness_evaluator.consensus.weighted import weighted
from truthfulness_evaluator.models import Verdict, Vote

S, R, N, U = Verdict.SUPPORTS, Verdict.REFUTES, Verdict.NOT_ENOUGH_INFO, Verdict.UNVERIFIABLE
GOOD: Counts = {S: {S: 95, N: 5}, R: {R: 95, N: 5}, N: {N: 95, S: 5}, U: {U: 95, S: 5}}
YES_SAYER: Counts = {S: {S: 100}, R: {S: 90, R: 10}, N: {S: 80, N: 20}, U: {S: 50, U: 50}}
BACKWARD: Counts = {S: {R: 100}, R: {S: 100}}


def _vote(verdict: Verdict, confidence: float = 0.9) -> Vote:
    return Vote(judge="a", verdict=verdict, confidence=confidence)


@pytest.mark.parametrize(
    ("vote", "counts", "exact", "expected"),
    [
        pytest.param(_vote(S), None, False, {S: 0.9, R: 0.0333, N: 0.0333, U: 0.0333}, id="its own word"),
        pytest.param(_vote(S, 1.0), None, False, {S: 0.95, R: 0.0167, N: 0.0167, U: 0.0167}, id="its word is capped"),
        pytest.param(_vote(R, 0.99), None, True, {S: 0.0033, R: 0.99, N: 0.0033, U: 0.0033}, id="exact: as measured"),
        pytest.param(_vote(R, 1.0), None, True, {S: 0.0003, R: 0.999, N: 0.0003, U: 0.0003}, id="exact: not certain"),
        pytest.param(_vote(S, 0.0), None, False, {S: 0.001, R: 0.333, N: 0.333, U: 0.333}, id="against itself"),
        pytest.param(_vote(S), {}, False, {S: 0.9, R: 0.0333, N: 0.0333, U: 0.0333}, id="no counts: its own word"),
        pytest.param(_vote(R), {R: {R: 9, S: 1}}, False, {S: 0.0333, R: 0.9, N: 0.0333, U: 0.0333}, id="as it says"),
        pytest.param(
            _vote(R, 0.5), GOOD, False, {S: 0.0159, R: 0.9524, N: 0.0159, U: 0.0159}, id="better than it says"
        ),
        pytest.param(_vote(S), YES_SAYER, False, {S: 0.3303, R: 0.2737, N: 0.2434, U: 0.1525}, id="says yes to all"),
        pytest.param(_vote(R), YES_SAYER, False, {S: 0.0167, R: 0.95, N: 0.0167, U: 0.0167}, id="whose no counts"),
        pytest.param(
            _vote(S, 0.95), BACKWARD, False, {S: 0.0838, R: 0.8838, N: 0.0162, U: 0.0162}, id="always the opposite"
        ),
    ],
)
def test_a_vote_as_a_distribution(
    vote: Vote, counts: Counts | None, exact: bool, expected: dict[Verdict, float]
) -> None:
    found = vote_shares(vote, counts, exact=exact)
    assert found == pytest.approx(expected, abs=2e-4)
    assert sum(found.values()) == pytest.approx(1)


def test_a_record_grows_stronger_with_its_size() -> None:
    shares = [vote_shares(_vote(S), {S: {S: n}, R: {S: n}})[S] for n in (0, 1, 10, 100, 10_000)]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == pytest.approx(0.5, abs=0.02), "it says SUPPORTS to both: that tells them not apart"


def test_no_record_however_long_can_veto() -> None:
    flawless: Counts = {each: {each: 1e9} for each in Verdict}
    sure = Vote(judge="a", verdict=R, confidence=1.0)
    others = [Vote(judge=name, verdict=S, confidence=0.95) for name in "bc"]
    found = weighted([sure, *others], reliability={"a": flawless})
    assert found is not None
    assert found.verdict is S


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", {}),
        ('{"gpt-4o": {}}', {"gpt-4o": {}}),
        (
            '{"gpt-4o": {"SUPPORTS": {"SUPPORTS": 40, "NOT_ENOUGH_INFO": 2.5}}, "o3": {"REFUTES": {"REFUTES": 1}}}',
            {"gpt-4o": {S: {S: 40.0, N: 2.5}}, "o3": {R: {R: 1.0}}},
        ),
    ],
    ids=["empty", "no rows", "rows"],
)
def test_the_file(text: str, expected: dict[str, Counts]) -> None:
    assert parse_reliability(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("[]", "the file should be an object"),
        ('{"a": 1}', "a should be an object"),
        ('{"a": {"TRUE": {}}}', "a names 'TRUE', which is no verdict"),
        ('{"a": {"SUPPORTS": 3}}', "a, SUPPORTS should be an object"),
        ('{"a": {"SUPPORTS": {"yes": 3}}}', "a, SUPPORTS names 'yes', which is no verdict"),
        ('{"a": {"SUPPORTS": {"REFUTES": -1}}}', "a, SUPPORTS, REFUTES should be a count, 0 or more"),
        ('{"a": {"SUPPORTS": {"REFUTES": NaN}}}', "a, SUPPORTS, REFUTES should be a count, 0 or more"),
        ('{"a": {"SUPPORTS": {"REFUTES": true}}}', "a, SUPPORTS, REFUTES should be a count, 0 or more"),
        ('{"a": {"SUPPORTS": {"REFUTES": "3"}}}', "a, SUPPORTS, REFUTES should be a count, 0 or more"),
    ],
)
def test_a_file_that_is_something_else(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_reliability(text)
