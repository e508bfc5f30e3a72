import pytest

from truthfulness_evaluator.models import Document

README = (
    "# Tool\n\nThe tool starts eight workers by default and writes one log line for each finished job. "
    "It needs Python 3.9 or newer.\n"
)


@pytest.fixture
def readme() -> Document:
    return Document(name="README.md", media_type="text/markdown", text=README)
