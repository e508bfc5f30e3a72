"""Limits in sentences: which name of the code they are held against, and when."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.limit import KIND

CODE = """
MAX_REDIRECTS = 20
MAX_OPEN_FILES = 100
MIN_PASSWORD_LENGTH = 12
MAX_UPLOAD_SIZE = 10 * 1024 * 1024
RETRY_LIMIT = 3
MAX_WORKERS = cores()
MAX_HOPS = 4
MAX_OF = 7
_MOST_TITLE_CHARACTERS = 60
MAX_PAGE_LINKS = 8
"""
OTHER = "HOPS_MAX = 5\nlinks = find(max_page_links=9)\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("It keeps at most 50 open files.", [("open files = 50", "no", "100")], id="at most"),
        pytest.param("It follows at most 30 redirects.", [("redirects = 30", "?", None)], id="one word"),
        pytest.param("It has at most 80 title characters.", [("title characters = 80", "?", None)], id="private"),
        pytest.param("It takes at most 9 page links.", [("page links = 9", "?", None)], id="the number is there too"),
        pytest.param("This returns at most 50 open files.", [], id="an example"),
        pytest.param("It follows up to `20` redirects.", [("redirects = 20", "yes", None)], id="up to"),
        pytest.param("A maximum of 50 files is kept.", [], id="a noun of its own"),
        pytest.param("A maximum of 50 open files is kept.", [("open files = 50", "no", "100")], id="words after"),
        pytest.param("No more than 5 retries.", [("retries = 5", "?", None)], id="limit"),
        pytest.param("The minimum password length is 8.", [("password length = 8", "no", "12")], id="the minimum is"),
        pytest.param("The maximum upload size is 10 MB.", [("upload size = 10 MB", "yes", None)], id="with a unit"),
        pytest.param("The maximum upload size is 20 MB.", [("upload size = 20 MB", "no", "10 MB")], id="in its unit"),
        pytest.param("The maximum allowed number is 5.", [], id="no noun"),
        pytest.param("It takes at least 30 redirects.", [], id="the other bound"),
        pytest.param("It starts up to 8 workers.", [("workers = 8", "?", None)], id="made at run time"),
        pytest.param("It takes up to 9 hops.", [("hops = 9", "?", None)], id="two limits"),
        pytest.param("If asked, it follows at most 30 redirects.", [], id="under a condition"),
        pytest.param("You can follow at most 30 redirects.", [], id="to the reader"),
        pytest.param("Before 2.0 it followed at most 30 redirects.", [], id="the past"),
    ],
)
def test_limits(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, {"fetcher.py": CODE, "hops.py": OTHER}) == rows
