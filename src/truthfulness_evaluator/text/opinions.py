"""Sentences that say what somebody thinks, wants or foresees, rather than what is: English, by their words."""

import re

_WHO_HOLDS = re.compile(
    r"\b(?:I|we)(?:['’](?:d|ll|ve|m|re))?\s+(?:(?:\w+ly|still|also|do|don['’]t|didn['’]t|would|wouldn['’]t|always"
    r"|never|just|did"
    r"|rather|happen to|tend to|have come to)\s+){0,2}(?:believe[ds]?|think|feel|felt|hope|prefer|love[ds]?"
    r"|like[ds]?|enjoy(?:ed)?"
    r"|suspect|guess|doubt|wish|bet|find it|(?:am|are) (?:convinced|glad|happy|sorry|afraid|fond|a fan|proud"
    r"|excited))\b"
    r"|\bin (?:my|our)(?: \w+)? (?:opinion|view|taste|book)\b|\bmy (?:guess|opinion|feeling|impression"
    r"|favou?rite)s?\b"
    r"|^(?:personally|arguably|frankly|honestly|hopefully|ideally)\b|\b(?:arguably|imho|hopefully)\b",
    re.IGNORECASE,
)
_NO_BELIEF = re.compile(
    r"\b(?:would like to|'d like to|feel free|if (?:I|we|you)|as (?:I|we) (?:think|believe|like)d?)\b", re.IGNORECASE
)
_DEGREE = (
    r"(?:(?:very|really|quite|so|truly|simply|just|rather|pretty|extremely|incredibly|absolutely|totally|too|also"
    r"|still|"
    r"certainly|surely|clearly|actually|probably|always|even|not|surprisingly|particularly|especially|much"
    r"|far)\s+){0,3}"
)
_VALUE = (
    r"(?:beautiful|ugly|elegant|awesome|amazing|excellent|wonderful|terrible|awful|horrible|nice|lovely|fun|boring"
    r"|fascinating|disappointing|fantastic|brilliant|stupid|silly|delightful|annoying|great|marvellous|marvelous"
    r"|pleasant"
    r"|unpleasant|magnificent|superb|dreadful|pathetic|ridiculous|absurd|tragic|disgusting|charming|gorgeous|stunning"
    r"|perfect|a (?:joy|pleasure|mess|shame|pity|disgrace|delight|nightmare|disaster|masterpiece|good thing|bad thing"
    r"|no-brainer)|good|bad|better off|worth(?:while| it| the)|wise|unwise|foolish|evil|wicked|immoral|unfair|wrong to"
    r"|right to|overrated|underrated|tedious|painful|hideous|sad|funny|exciting|inspiring|impressive)"
)
_JUDGED = re.compile(
    rf"\b(?:is|are|was|were|'s|'re|isn't|aren't|looks?|feels?|seems?|sounds?)\s+{_DEGREE}(?:an?\s+{_DEGREE})?{_VALUE}"
    r"(?=\s*(?:[.,;:!)]|$|\b(?:and|but|because|for|to|that|when|if|as|in|idea|choice|way|thing|place|tool|book|film"
    r"|language|person|man|woman|work|job|example|reason|experience|day)\b))",
    re.IGNORECASE,
)
_BEST = re.compile(
    r"\b(?:is|are|was|were|'s|'re)\s+(?:by far |probably |perhaps |simply |still )?"
    r"(?:(?:one of|among) )?(?:the|our|my|your)\s+(?:very\s+|single\s+)?"
    r"(?:best|worst|greatest|coolest|nicest|finest|loveliest|most (?:beautiful|elegant|amazing|interesting|exciting"
    r"|boring|annoying|fun|fascinating|wonderful|terrible|important thing))\b(?!-)(?! (?:known|selling|performing"
    r"|of its"
    r"|approximation|fit|match|estimate|case|result|score|value|available))",
    re.IGNORECASE,
)
_OUGHT = re.compile(
    r"^(?:people|everyone|everybody|nobody|no one|one|society|governments?|parents|schools|teachers|politicians"
    r"|children|men"
    r"|women|we)\s+(?:all\s+|really\s+)?(?:ought (?:not )?to|should never|should all|should stop|should have)\b"
    r"|^(?:people|everyone|everybody|nobody|no one|society|governments?|parents|schools|teachers|politicians"
    r"|children|men"
    r"|women)\s+(?:all\s+)?(?:should|shouldn't)\b",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    r"\d|\baccording to\b|\b(?:said|says|stated|wrote|writes|called|critics|reviewers?|voted|ranked)\b"
)
"""What makes a judgement of value one that can be looked up: who passed it, or how it was measured."""
_CONDITION = re.compile(r"\b(?:if|when|whenever|because|whether|unless|until|in case)\b", re.IGNORECASE)
"""Before a judgement: the sentence only supposes it."""
_SOFT = re.compile(
    r"\b(?:is|are|be) (?:(?:very|quite|more|most|highly|increasingly) )?(?:likely|unlikely|bound|set|poised|destined"
    r"|expected"
    r"|predicted|projected|forecast|sure|certain) to\b",
    re.IGNORECASE,
)
_WILL = re.compile(r"\b(?:will|won't|shall|going to|'ll)\b", re.IGNORECASE)
_IN_FUTURE = re.compile(
    r"\b(?:in|over|during|within) the (?:(?:very )?near |not(?:-| )too(?:-| )distant |distant |foreseeable )?future\b"
    r"|\b(?:in|over|within|during) the (?:coming|next|following) (?:few |several |two |three |five |ten "
    r"|\d+ )?(?:years?|decades?"
    r"|months|century|generations?|weeks)\b|\b(?:likely|expected|predicted|set|poised) to\b[^.;]*\bfuture\b"
    r"|\b(?:next|coming) (?:year|decade|century|summer|winter|spring|autumn)\b"
    r"|\b(?:years|decades|months) from now\b|\b(?:some|one) day\b|\bsomeday\b|\bsooner or later\b"
    r"|\bby the end of (?:the|this)"
    r" (?:decade|century|year)\b|\beventually become\b|\btomorrow\b",
    re.IGNORECASE,
)
_WHOSE = re.compile(
    r"\b(?:is|are) (?:predicted|projected|forecast|expected)\b[^.;]*\bby (?:the |an? )?[A-Z]|\b(?i:according to)\b"
    r"|\b(?:predicts?|predicted|forecasts?|projects|expects?|estimates?|said|says) (?:that\b|it\b)"
)
"""Whose forecast it is: that somebody made it can be looked up."""
_YEAR = re.compile(
    r"\b(?:by|in|until|before|after|from|since|through|of|year)\s+(?:the year\s+|early\s+|late\s+|mid-?)?(20\d\d"
    r"|2[1-9]\d\d)s?\b",
    re.IGNORECASE,
)
_BECOME = re.compile(
    r"\b(?:become|replace|dominate|disappear|grow|rise|fall|change the|transform|revolutioni[sz]e|take over)\b"
)
_WORLD = re.compile(
    r"\b(?:likely|bound|poised|destined) to (?:become|replace|dominate|disappear|grow|rise|fall|change)\b"
)


def is_opinion(text: str) -> bool:
    """Whether a sentence says what somebody thinks or values, so that no source can settle it.

    A judgement that names who passed it, or how it was measured, is none.

    Example:
        >>> is_opinion("The interface is beautiful."), is_opinion("The novel was called beautiful by two critics.")
        (True, False)
    """
    if _WHO_HOLDS.search(text) and not _NO_BELIEF.search(text):
        return True
    if _OUGHT.search(text):
        return True
    judged = _JUDGED.search(text) or _BEST.search(text)
    return judged is not None and not _MEASURED.search(text) and not _CONDITION.search(text, 0, judged.start())


def is_prediction(text: str, year: int) -> bool:
    """Whether a sentence foretells what the world will be like.

    What a program, a machine or a law `will` do whenever it is used is no prediction, nor is the report of
    somebody else's.

    Args:
        text: a sentence.
        year: of now: later ones have not come yet.

    Example:
        >>> is_prediction("By 2035, most cars will be electric.", 2026)
        True
        >>> is_prediction("The server will close the connection after 30 seconds.", 2026)
        False
    """
    if _WHOSE.search(text):
        return False
    foretells = bool(_WILL.search(text) or _SOFT.search(text))
    if not foretells:
        return False
    if _IN_FUTURE.search(text) or any(int(match[1]) > year for match in _YEAR.finditer(text)):
        return True
    return bool(_WORLD.search(text) and _BECOME.search(text))
