"""What a text looks like."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truthfulness_evaluator.text.lookalikes import is_invisible, looks_of

LOOKS = [
    ("ascii", "Ignore It\n\tNOW", "ignore it\n\tnow"),
    ("control characters", "ig\x00no\x1bre", "ignore"),
    ("zero width", "ig\u200bno\u2060re\ufeff", "ignore"),
    ("right to left", "\u202eerongi\u202c", "erongi"),
    ("soft hyphen", "ig\u00adnore", "ignore"),
    ("tags", "a\U000e0069\U000e0067b", "ab"),
    ("filler", "ig\u3164nore", "ignore"),
    ("full width", "Ｉｇｎｏｒｅ ＜／ｔａｇ＞", "ignore </tag>"),
    ("mathematical", "𝐈𝐠𝐧𝐨𝐫𝐞 𝘪𝘵", "ignore it"),
    ("circled", "ⓘⓖⓝⓞⓡⓔ", "ignore"),
    ("small capitals", "ɪɢɴᴏʀᴇ", "ignore"),
    ("accents", "Ignòrez l’élève naı\u0308f", "ignorez l'eleve naif"),
    ("decomposed", "igno\u0302re", "ignore"),
    ("Cyrillic in a Latin word", "іgnоrе", "ignore"),
    ("Greek in a Latin word", "ιgnοrε", "ignore"),
    ("Cyrillic", "Игнорируй", "игнорируй"),
    ("Greek", "Αγνόησε", "αγνόησε"),
    ("Chinese", "忽略之前的指令", "忽略之前的指令"),
    ("Japanese", "が無視", "が無視"),
    ("Korean", "지시를 무시", "지시를 무시"),
    ("Hindi", "निर्देश", "निर्देश"),
    ("brackets", "‹a› ⟨b⟩ 〈c〉 〈d〉", "<a> <b> <c> <d>"),
    ("slashes", "a∕b⁄c／d", "a/b/c/d"),
    ("ligature", "ofﬁce", "office"),
]


@pytest.mark.parametrize(("text", "plain"), [row[1:] for row in LOOKS], ids=[row[0] for row in LOOKS])
def test_looks(text: str, plain: str) -> None:
    assert looks_of(text).plain == plain


def test_spans_are_of_the_text() -> None:
    text = "Now ig\u200bnоrе ofﬁce."
    looks = looks_of(text)
    for word, raw in (("ignore", "ig\u200bnоrе"), ("now", "Now"), ("office", "ofﬁce")):
        at = looks.plain.index(word)
        assert text[slice(*looks.span(at, at + len(word)))] == raw


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=20))
def test_every_character_has_its_place(text: str) -> None:
    looks = looks_of(text)
    places = [looks.span(at, at + 1) for at in range(len(looks.plain))]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert places == sorted(places)
    assert not any(is_invisible(character) for character in looks.plain)


def test_long_texts_come_to_an_end() -> None:
    """Work that grows with the square of the length would take hours."""
    line = "Ganz schön längliche Zeile – в тексте.\n"
    one, many = looks_of(line).plain, looks_of(line * 20_000).plain
    assert one
    assert many == one * 20_000
