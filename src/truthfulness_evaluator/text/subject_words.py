"""Words by which the subject of an English sentence is found."""

_DETERMINERS = """
a an another each every her his its our that the their this
"""
DETERMINERS = frozenset(_DETERMINERS.split())
_SEVERAL = """
all both few five four many most several some these those three two
"""
SEVERAL = frozenset(_SEVERAL.split())
_PREPOSITIONS = """
about against as at based behind between built by called for from in made of on over that to under used using which
who whose with within without
"""
PREPOSITIONS = frozenset(_PREPOSITIONS.split())
_PRONOUNS = """
all anyone anything both each everyone everything few he here how i if it many most neither nobody none nothing one
others she some someone something such that there these they this those we what when where whether which who why you
"""
PRONOUNS = frozenset(_PRONOUNS.split())
_NO_NOUN = """
also although always because but hence however never not now often only or since so still than then thus today unless
until usually while yes yet
"""
NO_NOUN = frozenset(_NO_NOUN.split())
_PARTICLES = """
al bin da de den der di ibn la le of the van von
"""
PARTICLES = frozenset(_PARTICLES.split())
_SPEAKERS = """
he i it she there they we who you
"""
SPEAKERS = frozenset(_SPEAKERS.split())
_OPENERS = """
after although because before despite during even if once since though when while
"""
OPENERS = frozenset(_OPENERS.split())
_PLURALS = """
bacteria children criteria data media men mice people police teeth women
"""
PLURALS = frozenset(_PLURALS.split())
_UNNUMBERED = """
can may must will
"""
UNNUMBERED = frozenset(_UNNUMBERED.split())
_SINGLES = """
aim alternative answer author best biggest capital default earliest easiest exception first former goal key largest
last latest latter main most name next oldest only other primary problem purpose reason result second simplest third
winner
"""
SINGLES = frozenset(_SINGLES.split())
"""Words of a description behind which a form of `be` names what is described."""
_REPORTS = """
argued argues believed believes called calls claimed claims commented described describes noted notes observed
recalled recalls remarked remarks reported reports said says stated states thinks thought writes wrote
"""
REPORTS = frozenset(_REPORTS.split())
"""What a person does who tells of another one, of whom the next sentence may be."""
_BEFORE_PERSON = """
and asked brother by father helped married met son to told with
"""
BEFORE_PERSON = frozenset(_BEFORE_PERSON.split())
