"""Words that limit a statement, by what they do to it, in twelve languages."""

LIMITING: dict[str, tuple[str, str]] = {
    "no longer": (
        r"\bno longer\b|\b(?:not|n['’]t)\b.{1,60}\b(?:any ?more|any longer)\b|\bnicht (?:\w+ )?mehr\b"
        r"|\bkein\w* (?:\w+ )?mehr\b"
        r"|\bn(?:e |['’])\w+ (?:\w+ )?plus\b|\bya no\b|\bnon .{1,30}\bpiù\b|\bnão .{1,30}\bmais\b|\bniet (?:meer"
        r"|langer)\b|\bбольше не\b|不再|(?:なくなっ|なくなり)|더 이상",
        r"\b(?:stopp|ceas|dropp|remov|discontinu|former|used to|until|eingestell|entfern|früher)",
    ),
    "at most": (
        r"\b(?:(?:below|under)(?= \d)|up to|at most|(?:no|not) more than|not exceed\w*|maximum|max\.?"
        r"|less than|fewer than|within(?= (?:\d"
        r"|an? |one|two|three)))\b|[≤]|<=?(?=\s?\d)|\b(?:bis zu|höchstens|maximal|weniger als|jusqu['’](?:à|au)"
        r"|au plus|au maximum|moins de|hasta|como máximo|a lo sumo|menos de|fino a|al massimo|meno di|até|no máximo"
        r"|hoogstens|maximaal|ten hoogste|не более|не больше|максимум)\b|\bдо (?=\d)|\btot (?=\d)|最多|至多"
        r"|不超过|不超過|以内|以下|最大|まで|최대|이하",
        r"\b(?:limit|cap|under|below|ceiling|grenze|limite|límite)",
    ),
    "at least": (
        r"\b(?:(?:above|over|beyond)(?= \d)|at least|(?:no|not) (?:less|fewer) than|minimum|min\.|more than"
        r"|(?:or|and) (?:more|newer|later"
        r"|higher|above|up)|mindestens|mehr als|oder (?:neuer|höher|später)|au moins|au minimum|plus de|ou (?:plus"
        r"|supérieur|ultérieur)\w*|al menos|como mínimo|por lo menos|más de|o (?:superior|posterior)\w*|almeno"
        r"|più di|o (?:successiv|superior)\w*|pelo menos|no mínimo|mais de|minstens|ten minste|meer dan|of (?:hoger"
        r"|nieuwer|later)|не менее|минимум|более|и (?:выше|новее))\b|≥|>=?(?=\s?\d)|(?<=\d)\+"
        r"|至少|最少|以上|超过|最低|최소|이상",
        r"\b(?:exceed|over|above|since|ab \d|from)|\bрequires?\b",
    ),
    "only": (
        r"(?<!not )(?<!nicht )(?<!no )(?<!non )(?<!pas )(?<!não )(?<!niet )(?<!не )\b(?:only|merely|solely"
        r"|exclusively"
        r"|nothing but|nur|ausschließlich|lediglich|seulement|uniquement|exclusivement|sólo|solo|solamente"
        r"|únicamente|exclusivamente|soltanto|unicamente|só|somente|apenas|alleen|slechts|uitsluitend|только|лишь"
        r"|исключительно)\b|\bn(?:e |['’])\w+ (?:\w+ )?que\b|(?<!不)(?:只|仅|僅)|唯一|のみ|だけ|しか|만(?=[\s.,]|$)|뿐",
        r"\b(?:just|alone|merely|sole|except|bloß|allein|einzig|enkel|rien)",
    ),
    "except": (
        r"\ball but(?= \w)"
        r"|\b(?:save for|but for|unless|except\w*|other than|apart from|excluding|außer\w*|sofern nicht|sauf"
        r"|excepté|à moins|salvo"
        r"|excepto|a menos|tranne|eccetto|exceto|behalve|tenzij|кроме|если не)\b|除了?|以外|제외",
        r"\b(?:without|but not|if\b.{1,60}\bnot|not\b.{1,60}\bif|only if|ohne|wenn\b.{1,60}\bnicht)",
    ),
    "negation": (
        r"\b(?:(?:not|nicht|no|non|pas|não|niet|не)(?! (?:only|nur|sol[oa]\w*|sólo|seulement|só|alleen|только)\b)"
        r"|never|none|neither|nor|cannot|nobody|nothing|without|kein\w*|nie|niemals|ohne|weder|jamais|aucune?|sans"
        r"|ni|nunca|ningun[ao]?|ningún|jamás|sin|nessun[ao]?|senza|nenhum\w*|sem|geen|nooit|zonder|нет|никогда|без"
        r"|ни)\b|n['’]t\b|\bn['’](?=\w)|[不没沒无無非未别]|ない|ません|なし|ず(?=[、に。])|않|없|아니",
        r"\b(?:un(?:able|available|supported|used|known|changed|tested|safe|necessary|reachable|limited|defined|set"
        r"|affected|like)|in(?:capable|compatible|valid|active|visible|correct|complete|dependent)"
        r"|im(?:possible|mutable)|dis(?:abl|allow|card|contin)|lack|absent|missing|free of|fail|refus|reject|exclud"
        r"|ban|forb|prohib|stop|instead|rather|non-|verbot|fehl|unmöglich|manque|impossible|falta|manca)"
        r"|\w{3}less\b",
    ),
    "hardly": (
        r"\b(?:hardly|barely|scarcely|kaum|à peine)\b|几乎不|ほとんど",
        r"\b(?:few|little|almost|nearly|less than|not|rarely|wenig)",
    ),
    "about": (
        r"\b(?:about|approximately|around|roughly|nearly|almost|some)"
        r"(?= (?:\d|half|two|three|four|five|six|ten|a (?:dozen|hundred)|twenty|thirty|forty|fifty|hundred))|[~≈]"
        r"|\b(?:etwa|ungefähr|rund|circa|ca\.|environ|près de|aproximadamente|alrededor de|cerca de"
        r"|unos|ongeveer|около|примерно)(?= \d)|大约|大約|约(?=\d)|約|およそ|약(?= ?\d)",
        r"\b(?:approx|about|around|roughly|some|estimat|etwa|ungefähr|rund|circa)",
    ),
    "mostly": (
        r"\b(?:usually|typically|often|mostly|generally|normally|sometimes|rarely|seldom|in most cases|meistens?"
        r"|oft|häufig|in der Regel|manchmal|selten|généralement|souvent|parfois|rarement|normalmente|generalmente"
        r"|a menudo|a veces|spesso|di solito|talvolta|geralmente|às vezes|meestal|vaak|soms|обычно|часто|иногда"
        r"|редко)\b|通常|一般|往往|有时|有時|たいてい|ときどき|보통",
        r"\b(?:most|many|common|default|usual|typical|general|normal)",
    ),
    "may": (
        r"\b(?:might|possibly|perhaps|probably|presumably|reportedly|allegedly|supposedly|vielleicht|vermutlich"
        r"|wahrscheinlich|angeblich|peut-être|probablement|quizás|probablemente|supuestamente|forse|probabilmente"
        r"|talvez|provavelmente|misschien|waarschijnlijk|возможно|вероятно)\b|\bmay(?= (?:also |not )?[a-z])|可能|也许"
        r"|据说|かもしれ|아마",
        r"\b(?:can|could|may|likely|probabl|possib|report|alleg|claim|according|kann|könn|puede|pourrai|pu[òo])",
    ),
    "according to": (
        r"\b(?:according to|laut|zufolge|selon|d['’]après|según|secondo|segundo|volgens|согласно)\b|(?:^|[，。\s])据"
        r"|によると|따르면",
        r"\b(?:say|said|claim|state|report|writ|argu|believ|estimat|found|nach|sag|dice|dit)|说|報じ",
    ),
    "by default": (
        r"\bby default\b|\bstandardmäßig\b|\bpar défaut\b|\bpor defecto\b|\bpor omisión\b|\bdi default\b"
        r"|\bpor padrão\b|\bstandaard\b|\bпо умолчанию\b|默认|預設|デフォルト|既定|기본",
        r"\bdefault",
    ),
    "if": (
        r"\b(?:if|when|whenever|provided|in case|as long as|wenn|sofern|solange|si|lorsque|quand|tant que"
        r"|cuando|siempre que|quando|wanneer|indien|если|когда)\b|如果|若|当.{1,20}时|場合|とき|경우",
        r"\b(?:with|without|unless|after|once|where|while|upon|during|bei|avec|при)\b|时|時|后",
    ),
    "since": (
        r"\b(?:since|as of|starting (?:with|in|from)|beginning (?:with|in)|seit|ab|depuis|à partir|desde|a partir"
        r"|dal|dalla|vanaf|sinds|начиная с|с)(?= (?:\w+ )?v?\d)|自从?|(?<=\d)起|から(?=[、利導])",
        r"\b(?:since|from|after|later|newer|introduc|add|new in|seit|eingeführt|depuis|desde)|以来|起",
    ),
    "until": (
        r"\b(?:until|till|before|prior to|through|bis|vor|jusqu['’]en|avant|hasta|antes de|fino al|prima del|até"
        r"|antes do|tot|voor|до)(?= (?:\w+ ){0,4}v?\d)|(?<=[\d年月日])(?:之前|以前)",
        r"\b(?:until|till|before|prior|older|earlier|up to|through|by|end|bis|vor|jusqu|avant|hasta|antes)",
    ),
}
"""Classes of words that limit: how they are written, and what else may keep their sense. Longer ones stand first."""
