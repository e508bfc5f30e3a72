"""Default regular expressions that read prompts, all to be replaced by a scenario.

Where several are listed, the first that matches anywhere in the prompt is used.
"""

from fakellm.names import LABELS

_BULLET = r"^[ \t]*(?:[-*][ \t]+)?"
_ID_WITH_DIGIT = r"(?P<id>(?=[\w.-]*\d)[\w.-]+)"
#: A prompt's nonce, the same in all its tags: evidence-8f3a.
_NONCE = r"(?P<nonce>[-_][\w-]+)?(?![\w-])"
#: A tag with a nonce that is opened again before it is closed is only mentioned there: it opens nothing.
_OPENED_ONCE = r"(?(nonce)(?!(?:(?!</(?P=tag)\s*>).)*<(?P=tag)\b))"
#: Attributes, whose quoted values may hold what ends a tag elsewhere: section="Use > Linux".
_ATTRIBUTES = r"(?:[^<>\"']|\"[^\"]*\"|'[^']*')*"
_TAG_TEXT = r">" + _OPENED_ONCE + r"(?P<text>.*?)</(?P=tag)\s*>"
_ID_ATTRIBUTE = r"\b(?:\w+_)?id\s*=\s*[\"']?(?P<id>[^\"'\s>]+)[\"']?"

#: Groups: ``id``, ``text`` and, for a first line that is not text, ``source``.
EVIDENCE_PATTERNS = (
    # <evidence id="e1" source="...">text</evidence>
    r"(?is)<(?P<tag>(?:evidence|passage|document|source|doc)"
    + _NONCE
    + r")"
    + _ATTRIBUTES
    + r"?"
    + _ID_ATTRIBUTE
    + _ATTRIBUTES
    + _TAG_TEXT,
    # [e1] source, text on the lines below (or text on the same line)
    r"(?im)" + _BULLET + r"\[(?P<id>(?:e|ev|evidence|s|src|source|p|passage|d|doc)[-_ ]?\d[\w.-]*)\](?!\()[ \t:]*"
    r"(?P<source>[^\n]*)",
    # Evidence 1 (source): text
    r"(?im)"
    + _BULLET
    + r"(?:evidence|passage|source|excerpt|document)[ \t]+[#\[(]?"
    + _ID_WITH_DIGIT
    + r"[\])]?(?:[ \t]*\([^\n)]*\))?[ \t]*[:.)-][ \t]*(?P<text>[^\n]*)",
    # [1] source, text on the lines below
    r"(?m)^[ \t]*\[(?P<id>\d+)\](?!\()[ \t:]*(?P<source>[^\n]*)",
)

#: Groups: ``id``, ``text``.
CLAIM_PATTERNS = (
    # <claim id="c3">text</claim>
    r"(?is)<(?P<tag>claim" + _NONCE + r")" + _ATTRIBUTES + r"?" + _ID_ATTRIBUTE + _ATTRIBUTES + _TAG_TEXT,
    # [c3] text
    r"(?im)" + _BULLET + r"\[(?P<id>(?:c|claim)[-_ ]?\d[\w.-]*)\](?!\()[ \t:]*(?P<text>[^\n]*)",
    # Claim c3: text
    r"(?im)" + _BULLET + r"claim[ \t]+[#\[(]?" + _ID_WITH_DIGIT + r"[\])]?[ \t]*[:.)-][ \t]*(?P<text>[^\n]*)",
    # c3: text
    r"(?m)" + _BULLET + r"(?P<id>[cC]\d+)[ \t]*[:.)][ \t]+(?P<text>[^\n]*)",
    # Claim: text (without an id; one line)
    r"(?im)^[ \t]*(?:documentation )?claim(?: to verify)?[ \t]*:\s*(.+)$",
)

_SECTION = r"(?:claims?|statements?|positions?|task|instructions?|question|answer)"
_TAG = (
    r"</?(?:evidence|sources?|passages?|documents?|context|claims?|data|untrusted|instructions?"
    r"|task|positions?|board)\b[^>\n]*>"
)

#: Where the text of the last passage ends, and that of a claim or position.
EVIDENCE_END_PATTERN = (
    rf"(?im)^[ \t]*(?:{_TAG}|<{{3,}}|[\w ]*>{{3,}}[ \t]*$"
    rf"|#{{1,6}}[ \t]+(?:the )?{_SECTION}\b[^\n]{{0,40}}$"
    rf"|(?:the )?{_SECTION}\b[^\n:]{{0,40}}:[ \t]*$)"
)
CLAIM_END_PATTERN = (
    r"(?im)\n[ \t]*\n|^[ \t]*(?:<|>{3,}|#{1,6}[ \t]|-{3,}[ \t]*$|`{3,}"
    r"|(?:evidence|context|sources?|passages?|positions?|answer|return|respond|output|reply)\b"
    r"[^\n:]{0,30}:)"
)

#: A document in tags: <document section="Install">text</document>; without attributes it begins a line.
DOCUMENT_TAG = (
    r"(?is)(?:(?=<[\w-]+\s)|(?<![^\n>]))<(?P<tag>(?:document|section|chunk|text)"
    + _NONCE
    + r")(?:\s"
    + _ATTRIBUTES
    + ")?"
    + _TAG_TEXT
)
#: The document of an extraction prompt (group ``text``, else group 1).
DOCUMENT_PATTERNS = (
    DOCUMENT_TAG,
    r"(?is)text:[ \t]*\n(.*?)(?:\n\s*Identify claims\b.*)?\Z",
)

_ANY_LABEL = "|".join(LABELS)
#: One label that is an answer: no item of a list of labels, no definition.
_LABEL = (
    rf"(?<![,/|])(?<![,/|][ \"'`])(?<!\bor )(?<!\band )(?<![A-Za-z_])"
    rf"(?P<verdict>(?-i:{_ANY_LABEL}))(?![A-Za-z_])"
    rf"(?![\"'`*]*\s*(?:[,/|]|or\b|and\b)\s*(?:or\s+|and\s+)?[\"'`*]*(?:{_ANY_LABEL}))"
)
_NO_DEFINITION = r"(?![\"'`*]*\s*(?:[:=–—]|-\s|means\b|if\b|when\b|where\b|only\b))"

#: Groups: ``verdict``, ``text`` and, where the board names them, ``name`` and ``claim``; else ``attributes`` has them.
BOARD_PATTERNS = (
    r"(?is)<(?P<tag>(?:position|opinion|vote|judge|peer|argument)"
    + _NONCE
    + r")(?P<attributes>"
    + _ATTRIBUTES
    + ")"
    + _TAG_TEXT,
    r"(?im)" + _BULLET + r"\**(?:an)?(?:other )?(?:position|opinion|vote|judge|peer|reviewer|assessor|panelist|model)"
    r"\b[ \t#]*(?P<name>[\w.-]{0,20})[^\n:=]{0,30}[:=][ \t\"'`*(\[]*(?:verdict[ \t]*[:=][ \t]*)?"
    r"[\"'`*]*" + _LABEL + r"(?P<text>[^\n]*)",
)

#: Queries that were asked for a claim, one a line: <asked claim="c1">...</asked>; groups as of positions.
ASKED_PATTERNS = (r"(?is)<(?P<tag>asked" + _NONCE + r")(?P<attributes>" + _ATTRIBUTES + ")" + _TAG_TEXT,)

_IGNORE = (
    r"(?:\b(?:ignore|disregard|forget|override|ignorier\w*|vergiss|vergessen|ignora\w*|olvida\w*"
    r"|ignorez|oubliez|игнорир\w*|забудь\w*)\b|忽略|无视|無視|忘记|忘れ)"
)
_ANSWER = (
    r"\b(?:verdict|label|answer|output|reply|respond|return|say|choose|conclude"
    r"|(?:mark|rate|classify|judge)\b[^.\n]{0,40}\bas)\b"
)

#: Orders planted in a prompt (group ``verdict``); the last one found is obeyed.
OBEY_PATTERNS = (
    r"(?i)" + _IGNORE + r"(?:(?!\n[ \t]*\n)[\s\S]){0,200}?" + _LABEL + _NO_DEFINITION,
    r"(?i)"
    + _ANSWER
    + r"(?:\s+(?:with|only|is|must be|should be|to be))*\s*[:=]?[ \t\"'`*]*"
    + _LABEL
    + _NO_DEFINITION,
)

#: Orders to search for something (group ``query``); the last one found is obeyed.
OBEY_QUERY_PATTERNS = (r"(?i)\bsearch(?: the web)? for[ \t:]+[\"'`]?(?P<query>[^\n\"'`<>]{3,200})",)

#: Text that the prompt fences as data.
FENCE_PATTERN = (
    r"(?is)<(?P<tag>(?:evidence|claims?|documents?|passages?|sources?|context|data|untrusted"
    r"|positions?|own|asked)" + _NONCE + r")" + _ATTRIBUTES + r">" + _OPENED_ONCE + r".*?</(?P=tag)\s*>"
    r"|<<<(?!END)[^<>\n]*>>>.*?<<<END[^<>\n]*>>>|<<<.*?>>>|```.*?```"
)
