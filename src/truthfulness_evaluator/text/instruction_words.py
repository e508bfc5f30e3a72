"""How texts speak to a model that judges them, by language: regular expressions for `looks_of` of a text.

They are lower case and without accents on Latin letters. A group `label` is a verdict and counts only where the text
has it in capitals: `supports` is a word of any manual.
"""

from truthfulness_evaluator.text.patterns import regex

_S = r"(?!\s{0,6}\n\s{0,6}\n)[\s*_\"'`]{1,6}"
"""Between two words: emphasis and a line's end too, no paragraph's."""


def _some(most: int) -> str:
    return rf"(?:\w+{_S}){{0,{most}}}"


_CLAUSE = (
    rf"(?:^|(?<=[.!?:;,>“„\])*#\"'`\-\n(])|\b(?:please|always|now|and|then|just|only|simply|instead|so"
    rf"|you{_S}(?:must|should|will|shall|have{_S}to|need{_S}to|are{_S}to)))(?:{_S})?"
)
"""Where an order begins in English: a program that `ignores` and users who `may ignore` give none."""
_LABELS = r"(?:supports|refutes|not[_ ]enough[_ ]info|unverifiable)"
_IF = r"(?:if|when|where|only|means|unless)\b"
_NO_CODE = r"(?![^\n]*(?:[:;{][^\S\n]*(?:\n|$)|[!=<>]=))"
"""The rest of a line is prose: the comment before `if (x > 1) {` has no condition."""
_LABEL = (
    rf"(?<![a-z_])(?P<label>{_LABELS})(?![a-z_])"
    rf"(?![\"'`*)\]]*(?:\s*(?:(?:[,/|]|or\b|and\b)\s*(?:or\s+|and\s+)?[\"'`*(\[]*{_LABELS}|[=|])"
    rf"|[^\S\n]*{_IF}|\s*\n\s*{_IF}{_NO_CODE}))"
)
"""A verdict that is none of a list, and without a condition."""
_TO_LABEL = rf"(?:(?!{_LABELS})[^.\n。{{}}|]){{0,40}}"
_TRUE = r"(?:supported|supports|true|correct|verified|accurate|valid|truthful|refuted|refutes|false|unverifiable)"
_READERS = (
    r"(?:ais?|llms?|(?:large\s)?language\smodels?|ai\s(?:judges?|assistants?|models?|evaluators?|graders?|reviewers?)"
    r"|llm\s(?:judges?|evaluators?|graders?)|judges?|evaluators?|graders?|fact[- ]?checkers?)"
)
_ORDERS = (
    r"(?:ignore|disregard|answer|respond|reply|mark|rate|label|judge|vote|say|output|return|conclude|approve|give)"
)
_ABOUT_CLAIMS = (
    rf"(?:\b{_LABELS}\b|\b(?:all|every|each|this|these|the|any){_S}{_some(2)}(?:claims?|statements?|verdicts?)\b"
    rf"|\b(?:previous|prior|above|earlier){_S}(?:instructions?|prompts?|rules)\b)"
)
_ORDER_BEHIND = rf"(?:(?!\n\s*\n)[\s\S]){{0,80}}?\b{_ORDERS}\b(?:(?!\n\s*\n)[\s\S]){{0,80}}?{_ABOUT_CLAIMS}"

_ENGLISH = (
    # Earlier instructions are taken back.
    rf"{_CLAUSE}(?:ignore|disregard|forget|override|bypass|discard|do{_S}not{_S}follow|don't{_S}follow"
    rf"|stop{_S}following)"
    rf"{_S}{_some(3)}(?:previous|prior|preceding|above|earlier|foregoing|original|initial|former|system){_S}{_some(2)}"
    r"(?:instructions?|prompts?|directions|directives?|guidelines|commands"
    r"|orders)\b(?!\.\w)(?P<condition>[^.!?\n]{0,60})",
    rf"{_CLAUSE}(?:ignore|disregard|forget){_S}(?:all{_S})?(?:of{_S})?(?:your|any|all){_S}(?:of{_S}your{_S})?"
    rf"(?:other{_S})?(?:instructions|prompts?|guidelines|directives)\b(?P<condition2>[^.!?\n]{{0,60}})",
    rf"{_CLAUSE}(?:ignore|disregard|forget){_S}(?:everything|all|anything){_S}(?:that{_S})?"
    rf"(?:you{_S}(?:were|have{_S}been){_S}told|(?:said{_S})?(?:above|before{_S}this)(?=[.!,;\n]|\s+and\b|$))",
    # A verdict is ordered.
    rf"{_CLAUSE}(?:answer|respond|reply|output|say|vote|conclude|return|choose|print|write){_S}{_TO_LABEL}{_LABEL}",
    rf"{_CLAUSE}(?:mark|rate|classify|judge|label|treat|report){_S}{_TO_LABEL}{_LABEL}",
    rf"\bthe{_S}(?:only{_S})?(?:correct|right|true|final|expected|required){_S}(?:answer|verdict|label|judgment){_S}"
    rf"{_some(5)}(?:is|must{_S}be|should{_S}be){_S}{_LABEL}",
    rf"{_CLAUSE}(?:mark|rate|classify|judge|label|treat|grade|accept|report|regard|consider){_S}"
    rf"(?:all|every|each|this|these|any|the){_S}{_some(3)}(?:claims?|statements?"
    rf"|assertions?){_S}{_some(4)}as{_S}{_TRUE}\b",
    rf"{_CLAUSE}(?:answer|respond|reply|say){_S}{_some(3)}{_TRUE}{_S}(?:to|for|on){_S}(?:all|every|each|this|these"
    rf"|any){_S}"
    rf"{_some(2)}(?:claims?|statements?|assertions?|questions?)\b",
    # The reader is told who it is, or called.
    rf"\byou{_S}are{_S}(?:now|no{_S}longer){_S}(?:an?|the|my){_S}{_some(4)}"
    r"(?:ai|assistant|language model|model|chatbot|bot|judge|evaluator|llm|fact-checker|grader)\b",
    rf"\bfrom{_S}now{_S}on,?{_S}you{_S}(?:will{_S}|must{_S}|should{_S})?(?:are{_S}an?|act{_S}as|answer|respond|reply"
    rf"|judge"
    r"|only answer)\b",
    rf"\bas{_S}an?{_S}{_READERS},?{_S}you{_S}(?:must|should|will|have{_S}to|are{_S}(?:required|obliged|instructed))\b",
    rf"\b(?:note|message|instructions?|attention|notice|memo)\s*(?:to|for|:|,)?\s*(?:the\s|all\s"
    rf"|any\s)?{_READERS}\s*[:,!—-]"
    rf"{_ORDER_BEHIND}",
    rf"\b{_READERS}\s(?:who\s|that\s)?(?:reads?|reading|judging|evaluating|grading|reviewing|verifying"
    rf"|checking)\sthis\b"
    rf"{_ORDER_BEHIND}",
    rf"\bif{_S}you{_S}are{_S}an?{_S}{_READERS}\b{_ORDER_BEHIND}",
    # The prompt is feigned to go on.
    rf"\b(?:new|updated|revised|real){_S}(?:system{_S})(?:prompts?|messages?|instructions?)\s*[:—]",
    rf"\b(?:new|updated|revised){_S}instructions?{_S}(?:for|to){_S}(?:the{_S}|all{_S})?{_READERS}\b",
    r"\bsystem override\s*[:!—]",
    rf"(?:^|\n)[ \t]*[-=*#<\[]{{2,}}[ \t]*end of (?:the )?(?:evidence|claims?|document|data|context|prompt|passages?)\b"
    rf"[^\n]*{_ORDER_BEHIND}",
    rf"(?:^|\n)[ \t#*>\[(<-]*(?:system|assistant|developer|user|human)(?: message| prompt)?[ \t\])>*]*:{_ORDER_BEHIND}",
    rf"(?:<\|(?:im_start|im_end|system|assistant|user|endoftext|eot_id|end|start_header_id)\|>|\[/?inst\]|<</?sys>>)"
    rf"{_ORDER_BEHIND}",
    r"(?<![`\"'])</(?:evidence|claims?|position)(?:-\w+)?\s*>(?![`\"'])",
)

_OTHERS = {
    "German": (
        rf"\b(?:ignorieren? sie|ignoriere?|vergiss|vergessen sie|missachte){_S}{_some(3)}"
        rf"(?:vorherig|bisherig|obig|vorangegangen|vorangehend|fruher|vorig)\w*{_S}{_some(2)}"
        r"(?:anweisung|instruktion|vorgabe|befehl|regel|prompt)\w*",
    ),
    "French": (
        rf"\b(?:ignore[zr]?|oublie[zr]?|ne ten(?:ez|ons) pas compte|ne tiens pas compte|fai(?:s|tes) abstraction)"
        rf"{_S}{_some(4)}"
        rf"(?:instructions?|consignes?|directives?|ordres?){_S}{_some(1)}"
        r"(?:precedente?s?|anterieure?s?|ci-dessus|initiales?|recues?)\b",
    ),
    "Spanish": (
        rf"\b(?:ignora|ignore|ignoren|olvida|olvide|olviden|descarta|haz caso omiso|no sigas){_S}{_some(4)}"
        rf"(?:instrucciones|indicaciones|ordenes|directrices){_S}{_some(1)}"
        r"(?:anteriores|previas|precedentes|iniciales|de arriba)\b",
    ),
    "Italian": (
        rf"\b(?:ignora|ignorate|ignori|dimentica|dimenticate|trascura){_S}{_some(3)}"
        rf"(?:(?:istruzioni|indicazioni|direttive|ordini){_S}{_some(1)}(?:precedenti|anteriori|iniziali|di cui sopra)"
        rf"|precedenti{_S}(?:istruzioni|indicazioni|direttive))\b",
    ),
    "Portuguese": (
        rf"\b(?:ignore|ignora|ignorem|esqueca|esquece|esquecam|desconsidere){_S}{_some(3)}"
        rf"(?:instrucoes|orientacoes|ordens|diretrizes){_S}{_some(1)}(?:anteriores|previas|acima|iniciais)\b",
    ),
    "Dutch": (
        rf"\b(?:negeer|vergeet){_S}{_some(3)}(?:vorige|eerdere|bovenstaande|voorgaande){_S}{_some(1)}"
        r"(?:instructies|aanwijzingen|opdrachten)\b",
    ),
    "Polish": (
        rf"\b(?:zignoruj|ignoruj|zapomnij){_S}{_some(3)}(?:poprzedni|wczesniejsz|powyzsz)\w*{_S}{_some(1)}"
        r"(?:instrukcj|polece)\w*",
    ),
    "Turkish": (
        rf"\b(?:onceki|yukaridaki){_S}{_some(2)}(?:talimat|komut|yonerge)\w*{_S}"
        r"(?:yok say|unut|gormezden gel|dikkate alma)",
    ),
    "Russian": (
        rf"\b(?:про)?(?:игнорируй|забудь|не обращай)(?:те)?{_S}{_some(4)}"
        rf"(?:предыдущ|прежн|прошл|вышеизложенн|вышеуказанн)\w*{_S}{_some(1)}(?:инструкци|указани|команд|промпт)\w*",
    ),
    "Chinese": (
        r"(?:请)?(?:忽略|无视|無視|忘记|忘記|不要理会|不要遵循)[^。\n]{0,6}?(?:之前|以上|上述|前面|先前|上面)[^。\n]{0,6}?"
        r"(?:指令|指示|提示词|提示詞|命令)",
    ),
    "Japanese": (
        r"(?:以前|これまで|上記|前|先ほど|先程)[^。\n]{0,6}?(?:指示|命令|プロンプト|指令)[^。\n]{0,6}?"
        r"(?:無視(?:して(?![いお])|せよ|しろ|しなさい)|忘れ(?:て(?!い)|ろ)|従わないで)",
    ),
    "Korean": (
        r"(?:이전|위|앞|앞선|지금까지)[^.\n]{0,8}?(?:지시|명령|지침|프롬프트)[^.\n]{0,6}?"
        r"(?:무시하(?:고|세요|십시오|라|시오)|무시해(?!서|야)|잊어|따르지 ?마)",
    ),
    "Arabic": (
        r"(?:تجاهل|تجاهلي|تجاهلوا|انس)\s+(?:\S+\s+){0,2}?(?:التعليمات|الأوامر|الاوامر|التوجيهات|تعليمات)\s+(?:\S+\s+)?"
        r"(?:السابقة|السابقه|أعلاه|اعلاه|المذكورة)",
    ),
    "Hindi": (r"(?:पिछले|उपरोक्त)\s+(?:सभी\s+)?निर्देशों\s+को\s+(?:अनदेखा|नज़रअंदाज़|भूल)",),
}

_ANSWERS = (
    r"(?:\b(?:antworten? sie|antworte|markieren? sie|markiere|bewerte|stufe|reponds|repondez|marque[zr]?"
    r"|responde|responda|respondan|marca|clasifica|rispondi|rispondete|segna|classifica|classifique|antwoord|markeer"
    r"|beoordeel|odpowiedz"
    r"|cevap ver|ответь(?:те)?|отвечай(?:те)?|пометь(?:те)?|отметь(?:те)?)\b|回答|标记|標記|判定|输出|回复|أجب|اجب)"
)
_VERDICTS = (
    rf"{_ANSWERS}{_TO_LABEL}{_LABEL}",
    rf"{_LABEL}[\"'`」』]*\s*(?:と|로|으로|라고)[^。.\n]{{0,8}}?(?:回答|答え|判定|出力|답|대답|표시|판정|출력)",
)

PATTERNS = tuple(
    regex(pattern) for pattern in (*_ENGLISH, *_VERDICTS, *(each for group in _OTHERS.values() for each in group))
)
"""All of them. In a match, the groups `condition` and `condition2` are what follows in the sentence."""
COMPACT = regex(
    r"(?:ignore|disregard|forget)(?:all|any|the|your|of|my){0,3}(?:previous|prior|above|earlier)\w{0,12}?"
    r"(?:instruction|prompt|rule|order)s?|(?:answer|respond|reply)(?:with|only|as)?(?:supports|refutes|unverifiable)"
)
"""Letters and nothing between: for what was written with blanks between the letters."""

__all__ = ["COMPACT", "PATTERNS"]
