import pytest

from truthfulness_evaluator.text.terms import stem, terms_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("--max-workers", "max worker =maxworkers"),
        ("max_workers=8", "max worker =maxworkers 8"),
        ("maxWorkers", "max worker =maxworkers"),
        ("Session.get_jobs()", "session job =getjobs"),
        ("Python 3.11", "python 3 11"),
        ("The cache is not used", "cach"),
        ("Größe der Datei", "grösse der datei"),
        ("缓存大小", "缓存 存大 大小"),
        ("", ""),
    ],
)
def test_terms(text: str, expected: str) -> None:
    assert list(terms_of(text)) == expected.split()


@pytest.mark.parametrize(
    "words",
    [
        "retry retries",
        "cache caches cached caching",
        "parse parses parsed parsing",
        "setting settings set",
        "run running",
        "class classes",
        "match matches",
        "call called calls",
        "pass passed",
    ],
)
def test_forms_of_a_word_have_one_stem(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1


@pytest.mark.parametrize("words", ["status stat", "process proceed", "string sting", "this thing"])
def test_other_words_have_others(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 2
