"""Sentences that state nothing: orders to the reader, what a text says of itself, thanks, intentions. English."""

import re

from truthfulness_evaluator.text.verbs import Token, finite_verb, is_base, tokens_of

_LEADING = re.compile(
    r"^(?:(?:then|next|first|second|third|finally|lastly|also|now|instead|alternatively|otherwise|afterwards|again"
    r"|so|but|and"
    r"|or|for example|for instance|in this case|in that case|to do (?:this|so)|optionally|please|just|simply|always"
    r"|never"
    r"|similarly|likewise|additionally|ok|okay|well|in other words|in general|\w+ly)\b,?\s+)+",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"^(?:if|when|whenever|once|after|before|to|for|in order to|on|unless|as|with|from|in)\b[^,;.]{3,140},\s+",
    re.IGNORECASE,
)
"""What may stand before an order: `If you use a proxy, ...`."""
_BARE_ORDER = re.compile(
    r"^(?:let's|see(?! (?:is|was|has))|suppose|reach out|be mindful|let us|do not|don't|please|thank|thanks|beware"
    r"|be (?:sure|careful|aware(?! that)|prepared|warned))\b",
    re.IGNORECASE,
)
_ORDERS_WORDS = """
    add adjust allow apply ask assume avoid begin browse build call change check choose click clone close compare
    compile
    configure confirm connect consider consult contact convert copy create customize define delete deploy describe
    disable
    discover double-click download drag draw edit enable ensure enjoy enter execute explain explore export extract feel
    fetch fill find fix follow generate get give go have hit imagine import include initialize insert inspect install
    invoke join keep learn leave let list load locate log look make mark modify mount move navigate note notice open
    pass
    paste perform pick place press prefer print proceed provide pull push put read recall rebuild refer register reload
    remember remove rename replace report request restart return review rotate run save scroll search see select send
    set
    share specify start stay stop store submit subscribe supply suppose switch take talk tell test think treat try turn
    type determine discuss evaluate research shortlist uncomment understand uninstall update upgrade upload use
    validate verify view visit wait watch work wrap write
    """
_ORDERS = frozenset(_ORDERS_WORDS.split())
_NOUN_FOLLOWS_WORDS = "of is are was were has have had can may will must should does do did"
_NOUN_FOLLOWS = frozenset(_NOUN_FOLLOWS_WORDS.split())
_DRAW_ATTENTION = frozenset(("note", "remember", "recall", "notice", "observe"))
"""With `that`, they are followed by a statement."""
_AFTER_ORDER_WORDS = """
    a an the this that these those it its them his her their your my our all any each every some only one two three
    to with from in on at into for by out up off down about as over back what which how where whether if when no not
    sure and or yourself us me either both more both whatever through via under
    """
_AFTER_ORDER = frozenset(_AFTER_ORDER_WORDS.split())
_ADVICE = re.compile(
    r"^(?:(?:you|we) (?:should|shouldn't|may want to|might want to|might like to|may wish to|will want to"
    r"|'ll want to|had better)"
    r"|(?:it is|it's|we) (?:strongly |highly )?(?:recommend(?:ed)?|advis(?:ed|able|e)|suggest(?:ed)?)(?: (?:to"
    r"|that)\b|ing\b)"
    r"|(?:it is|it's) (?:always |also |very )?(?:important|essential|crucial|vital|best|advisable|a good idea"
    r"|good practice) to (?:ensure"
    r"|check|consult|choose|follow|use|make|keep|have|read|test|be|avoid|verify|understand|consider)\b"
    r"|(?:you can|here are|the|these are) (?:follow |the |these )*(?:following )?steps\b"
    r"|feel free\b|make sure\b|be sure\b)",
    re.IGNORECASE,
)
_ITSELF = (
    r"(?:section|chapter|page|document|guide|tutorial|post|article|paper|essay|appendix|report|book|series|talk"
    r"|thesis|readme"
    r"|note|memo|specification|proposal|pep|rfc|table|figure|list|example|snippet|listing|diagram|code|subsection)"
)
_TELLS = (
    r"(?:describes?|explains?|shows?|covers?|lists?|introduces?|discuss(?:es)?|presents?|summari[sz]es?|outlines?|"
    r"gives? (?:an|a|some)|provides? (?:an? (?:overview|introduction|summary|description)|instructions|guidance"
    r"|details)|"
    r"illustrates?|documents?|walks?|looks? at|explores?|demonstrates?|is (?:organi[sz]ed|structured|about|intended|"
    r"divided|a (?:list|collection|description|summary|guide|tutorial|work in progress))|contains? (?:a (?:list"
    r"|description)|"
    r"instructions)|deals? with|reviews?|aims?)"
)
_ANNOUNCED = re.compile(
    rf"^(?:this|the (?:following|next|present|rest of (?:this|the)|remainder of (?:this|the)|above|below|previous"
    rf"|first|second"
    rf"|last|final))\s+(?:\w+\s+)?{_ITSELF}s?\b(?:\s+(?:below|above|also|then|first|briefly))*\s+(?:will\s+)?{_TELLS}\b"
    rf"|^(?:in|throughout) (?:this|the (?:following|next|rest"
    rf"|remainder)(?: of this)?)\s+(?:\w+\s+)?{_ITSELF}s?,?\s+(?:we|i|you|it is (?:assumed|described))\b"
    r"|^the (?:following|above|below) (?:is|are|provides?|shows?|describes?|lists?|gives?|explains?|illustrates?"
    r"|demonstrates?)\b"
    r"|^(?:below|above|here)(?: below)? (?:is|are|we|i|you)\b|^here's\b"
    r"|^(?:we|i) (?:now|then|first|next|briefly|finally|will now|shall now|conclude by)\s+(?:turn|describe|discuss"
    r"|present"
    r"|explain|show|look|consider|introduce|give)\b|\b(?:is|are) (?:described|discussed|explained|shown|listed|given|"
    r"presented|covered|documented|summari[sz]ed) (?:in (?:detail )?)?(?:below|above|in (?:the|this|section|chapter"
    r"|appendix|figure|table)\b)[^.]{0,30}\.?$"
    r"|^(?:more|further) (?:details?|information|examples?) (?:is|are|can|may)\b|^for (?:more|further|additional"
    r"|full|detailed)\b[^.]{0,60},?\s+(?:see|read|refer|visit|consult|check|please)\b",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"^(?:thanks|thank you|many thanks|special thanks|(?:we|i|the authors?) (?:would (?:also )?like to |also "
    r"|gratefully |wish to )*"
    r"(?:thank|acknowledge)|(?:we|i) (?:are|am) (?:very |deeply |especially |also )*(?:grateful|thankful|indebted))\b",
    re.IGNORECASE,
)
_INTENDED = re.compile(
    r"^(?:(?:in (?:the )?future(?: work)?|next|later|then|now|eventually|in the meantime),? )?"
    r"(?:we|i)(?:'ll|'d| (?:will(?! be able)|shall|plan|intend|aim|want|hope|would like|am going|are going"
    r"|are planning|am planning"
    r"|look forward|wish|promise|won't|wanted to))\b",
    re.IGNORECASE,
)
_ANSWERING = re.compile(
    r"^(?:as an? (?:ai|(?:large )?language model|(?:virtual|ai) assistant)\b|(?:sure|certainly|of course|great"
    r"|absolutely)[,!]? (?:here(?:['’]s| is| are)|i(?:['’]\w+)?|let)\b"
    r"|i(?:['’]m| am) sorry\b|i(?:['’]m| am) (?:unable|not able)\b|i (?:do not|don['’]t|cannot|can['’]t) (?:have"
    r"|know|provide|access|tell|say|think)\b)",
    re.IGNORECASE,
)
"""What an assistant says of itself and of its answer."""
_SHOWN = re.compile(
    r"\bwe(?:['’]ll| will| shall)\s+(?:(?:\w+ly|only|also|now|then|just|first|next)\s+)*(?:use|look|see|show|start"
    r"|begin|need|assume"
    r"|consider|discuss|describe|cover|walk|be using|focus|get|take|only|make|create|build|want|return to|refer)\b"
    r"|\b(?:we|i) (?:strongly |highly |would )?(?:recommend|suggest|advise) (?:that|to|using|upgrading|installing"
    r"|\w+ing)\b|\bkeep in mind(?! that)\b"
    r"|\blet(?:['’]s| us)\b",
    re.IGNORECASE,
)
"""What the author does in the text, or advises."""
_WELCOME = re.compile(
    r"^(?:contributions?|pull requests?|patches|bug reports|issues|feedback|suggestions"
    r"|questions)\b[^.]{0,60}\b(?:welcome"
    r"|appreciated|encouraged)\b|^welcome to\b|^(?:happy|enjoy|have fun|good luck|that's (?:it|all)|congratulations"
    r"|yes|no"
    r"|hello|hi)\b[^.]{0,25}[.!]?$",
    re.IGNORECASE,
)
_WRAPPED = re.compile(
    r"^(?:please )?(?:(?:also |do )?note(?: also)?|remember|recall|keep in mind|bear in mind|be aware|notice|observe"
    r"|(?:however, )?it (?:should (?:also )?be noted|is (?:also )?(?:important|worth|useful"
    r"|essential) (?:to (?:also )?note|noting"
    r"|to remember|to mention|mentioning)))(?: that|,)\s+(?=\S+\s+\S+\s+\S)|^(?:please )?note:\s+(?=\S+\s+\S+\s+\S)",
    re.IGNORECASE,
)


def states_nothing(text: str) -> bool:
    """Whether a sentence is an order or advice, tells what the text is about, thanks, or says what its author intends.

    Example:
        >>> states_nothing("Run the tests."), states_nothing("Run times are measured in seconds.")
        (True, False)
    """
    text = without_note(text).lstrip('([“"*_')
    patterns = (_BARE_ORDER, _ADVICE, _ANNOUNCED, _THANKS, _INTENDED, _ANSWERING, _SHOWN, _WELCOME)
    if any(pattern.search(text) for pattern in patterns):
        return True
    rest = _LEADING.sub("", text)
    return (
        _BARE_ORDER.search(rest) is not None
        or _orders(rest)
        or (_CLAUSE.match(rest) is not None and _is_order_behind(_CLAUSE.sub("", rest)))
    )


def without_note(text: str) -> str:
    """A sentence without the words that only draw attention to it.

    Example:
        >>> without_note("Note that the cache is emptied daily.")
        'The cache is emptied daily.'
    """
    match = _WRAPPED.match(text)
    if match is None:
        return text
    rest = text[match.end() :]
    return rest[0].upper() + rest[1:]


def _is_order_behind(rest: str) -> bool:
    plain = _LEADING.sub("", rest)
    return any(pattern.search(plain) for pattern in (_BARE_ORDER, _ADVICE)) or _orders(plain)


def _orders(text: str) -> bool:
    tokens = tokens_of(text)
    if len(tokens) < 2 or tokens[0].word not in _ORDERS or not is_order_form(tokens[0]):
        return False
    following = tokens[1]
    if following.word in _NOUN_FOLLOWS or (tokens[0].word in _DRAW_ATTENTION and following.word in ("that", ":")):
        return False
    return following.word in _AFTER_ORDER or following.text[0] in "`\"“'‘<[({:" or _is_name(tokens) or len(tokens) == 2


def is_order_form(token: Token) -> bool:
    """Whether a word is written as a verb without an ending, not in capitals as the name of a command."""
    return not (len(token.text) > 1 and token.text.isupper()) and (is_base(token.word) or token.word in _ORDERS)


def _is_name(tokens: list[Token]) -> bool:
    """Whether the word behind is a name that no verb follows: `See Section 3`, but not `Read Replicas are slow`."""
    return tokens[1].text[0].isupper() and finite_verb(tokens) is None
