"""How likely it is that an English sentence states a fact that is worth checking: a small logistic regression."""

import json
import math
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

FILE = Path(__file__).parent / "checkworthiness.bin"
"""A line of JSON (`bits`, `scale`, `bias`, `balanced`), then the weights as signed bytes, compressed by zlib. Made by
`training/checkable.py`; the data that it was learnt from stands in `NOTICE`."""
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d[\d.,]*|[%$?!]")
_NAME = re.compile(r"(?<![.!?:\"“”]\s)(?<!^)\b[A-Z][a-z]{2,}")
_MOST_DIGITS = 4
_LONGEST = 5
"""Power of two of the words from which on a sentence counts as long."""


def features(text: str) -> set[str]:
    """What the regression sees of a sentence: words, pairs of neighbours, how long it is, numbers and names.

    Example:
        >>> sorted(features("It grew 3.5 %"))
        ['#long2', '#number', '%', '0.', '0. %', '< it', '% >', 'grew', 'grew 0.', 'it', 'it grew']
    """
    words = list(_words(text))
    found = set(words)
    found.update(" ".join(pair) for pair in pairwise(("<", *words, ">")))
    if any(word.startswith("0") for word in words):
        found.add("#number")
    if _NAME.search(text[1:]):
        found.add("#name")
    found.add(f"#long{min(_LONGEST, int(math.log2(len(words) + 1)))}")
    return found


def buckets(text: str, bits: int) -> set[int]:
    """The features of a sentence as numbers below 2 to the power of `bits`."""
    mask = (1 << bits) - 1
    return {zlib.crc32(feature.encode()) & mask for feature in features(text)}


@dataclass(frozen=True, slots=True)
class Checkworthiness:
    """The regression.

    Example:
        >>> model = Checkworthiness(weights=bytes([0, 10]), bits=1, scale=0.1, bias=0.0)
        >>> model.probability("It rose.") > 0.5
        True
    """

    weights: bytes
    """Signed, one a bucket."""
    bits: int
    scale: float
    bias: float
    balanced: float = 0.5
    """Probability from which on a sentence is rather worth checking than not, where both are as frequent."""

    def probability(self, text: str) -> float:
        """From 0 to 1; learnt from what politicians say, so that only a low one means something elsewhere."""
        found = buckets(text, self.bits)
        total = sum((self.weights[bucket] ^ 0x80) - 0x80 for bucket in found)
        return 1 / (1 + math.exp(-(self.bias + self.scale * total / math.sqrt(len(found)))))


@cache
def checkworthiness() -> Checkworthiness:
    """The one that is part of the package, read when it is first asked for."""
    head, _, packed = FILE.read_bytes().partition(b"\n")
    values = json.loads(head)
    return Checkworthiness(zlib.decompress(packed), values["bits"], values["scale"], values["bias"], values["balanced"])


def _words(text: str) -> Iterator[str]:
    for match in _WORD.finditer(text.replace("’", "'")):
        word = match[0].casefold()
        if word[0].isdigit():
            point = "." if "." in word.rstrip(".,") else ""
            digits = sum(1 for each in word if each.isdigit())
            word = ("0" if point else "0" * min(_MOST_DIGITS, digits)) + point
        yield word
