import pytest

from truthfulness_evaluator.text.qualifiers import added_numbers, lost_qualifiers, numbers_of


@pytest.mark.parametrize(
    ("quote", "text", "lost"),
    [
        ("The client no longer retries failed requests.", "The client retries failed requests.", ["no longer"]),
        ("The client no longer retries failed requests.", "The client stopped retrying failed requests.", []),
        ("It only works on Linux.", "Acme works on Linux.", ["only"]),
        ("It only works on Linux.", "Acme works on Linux alone.", []),
        ("It is not only fast but also small.", "Acme is fast.", []),
        ("Up to 8 workers run on Linux, and 4 on Windows.", "8 workers run on Linux.", ["Up to"]),
        ("Up to 8 workers run on Linux, and 4 on Windows.", "Up to 8 workers run on Linux.", []),
        ("Up to 8 workers run on Linux, and 4 on Windows.", "Up to 4 workers run on Windows.", []),
        ("At most three attempts are made.", "Three attempts are made.", ["At most"]),
        ("At most three attempts are made.", "A maximum of 3 attempts are made.", []),
        ("Requires Python 3.9 or newer.", "Acme requires Python 3.9.", ["or newer"]),
        ("Requires Python 3.9 or newer.", "Acme requires Python >=3.9.", []),
        ("Requires Python 3.9 or newer.", "Acme requires Python 3.8 or newer.", ["3.9"]),
        ("Needs Python 3.9+ to build.", "Acme needs Python 3.9 to build.", ["+"]),
        ("The parser never opens a file.", "The parser opens a file.", ["never"]),
        ("The parser doesn't open a file.", "The parser opens a file.", ["n't"]),
        ("It has no dependencies besides numpy.", "Acme lacks dependencies besides numpy.", []),
        ("If the cache is cold, the server answers slowly.", "The server answers slowly.", ["If"]),
        ("If the cache is cold, the server answers slowly.", "With a cold cache, the server answers slowly.", []),
        ("The server answers at once, unless the cache is cold.", "The server answers at once.", ["unless"]),
        ("Tables are sorted unless a key is given.", "Tables are sorted unless a key is given.", []),
        ("The log is written every 5 minutes by default.", "The log is written every 5 minutes.", ["by default"]),
        ("The build usually takes a minute.", "The build takes a minute.", ["usually"]),
        ("About 1,200 people work there.", "1200 people work there.", ["About"]),
        ("About 1,200 people work there.", "Roughly 1200 people work there.", []),
        ("The option may break old configurations.", "The option breaks old configurations.", ["may"]),
        ("According to the vendor, the disk lasts ten years.", "The disk lasts ten years.", []),
        ("In March 2024 the project moved to Codeberg.", "The project moved to Codeberg.", ["2024", "March"]),
        ("In March 2024 the project moved to Codeberg.", "The project moved to Codeberg in 2024-03.", []),
        ("It reads YAML and no longer writes JSON.", "Acme reads YAML.", []),
        ("Supported since version 2.1.", "Supported in version 2.1.", ["since"]),
        ("It keeps 4-8 copies.", "It keeps between 4 and 8 copies.", []),
        ("Key: `a`; Default: at most 8", "The default of `a` is 8.", ["at most"]),
        ("It is fast.", "It is fast.", []),
        ("", "", []),
    ],
)  # fmt: skip
def test_english(quote: str, text: str, lost: list[str]) -> None:
    assert lost_qualifiers(quote, text) == lost


@pytest.mark.parametrize(
    ("quote", "text", "lost"),
    [
        ("Der Dienst läuft nicht mehr unter Windows.", "Der Dienst läuft unter Windows.", ["nicht mehr"]),
        ("Der Dienst öffnet höchstens 8 Dateien.", "Der Dienst öffnet 8 Dateien.", ["höchstens"]),
        ("Der Dienst läuft nur unter Linux.", "Der Dienst läuft unter Linux.", ["nur"]),
        ("Le serveur ne garde que 10 sessions.", "Le serveur garde 10 sessions.", ["ne garde que"]),
        ("Le service ne prend plus les anciens jetons.", "Le service prend les anciens jetons.", ["ne prend plus"]),
        ("El servidor ya no admite conexiones antiguas.", "El servidor admite conexiones antiguas.", ["ya no"]),
        ("El plan incluye hasta 20 usuarios activos.", "El plan incluye 20 usuarios activos.", ["hasta"]),
        ("Il programma legge soltanto file di testo.", "Il programma legge file di testo.", ["soltanto"]),
        ("O serviço não guarda senhas antigas.", "O serviço guarda senhas antigas.", ["não"]),
        ("De dienst bewaart alleen recente bestanden.", "De dienst bewaart recente bestanden.", ["alleen"]),
        ("Клиент больше не повторяет запросы.", "Клиент повторяет запросы.", ["больше не"]),
        ("该库不再支持旧版本。", "该库支持旧版本。", ["不再"]),
        ("该库仅支持 Linux 系统。", "该库支持 Linux 系统。", ["仅"]),
        ("このツールは最大8個のファイルを開きます。", "このツールは8個のファイルを開きます。", ["最大"]),
        ("이 도구는 최대 8개의 파일을 엽니다.", "이 도구는 8개의 파일을 엽니다.", ["최대"]),
        ("Der Dienst läuft nicht mehr unter Windows.", "Unter Windows läuft der Dienst nicht mehr.", []),
        ("该库不再支持旧版本。", "Acme 库不再支持旧版本。", []),
    ],
)  # fmt: skip
def test_other_languages(quote: str, text: str, lost: list[str]) -> None:
    assert lost_qualifiers(quote, text) == lost


@pytest.mark.parametrize(
    ("text", "source", "added"),
    [
        ("Since 2.0 it keeps 8 files open.", "It keeps eight files open.", ["2.0"]),
        ("It keeps 4-8 files.", "It keeps between 4 and 8 files.", []),
        ("It keeps 1200 files.", "It keeps 1,200 files.", []),
        ("It keeps 1 200 files.", "It keeps 1.200 files.", []),
        ("Released on 2024-05-01.", "Released on 1 May 2024.", ["2024-05-01"]),
        ("It keeps files.", "", []),
    ],
)
def test_added_numbers(text: str, source: str, added: list[str]) -> None:
    assert added_numbers(text, numbers_of(source)) == added
