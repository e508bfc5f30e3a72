from pathlib import Path

import pytest

from truthfulness_evaluator.core.config import load_config
from truthfulness_evaluator.core.errors import SettingsError
from truthfulness_evaluator.core.settings_files import user_settings_file

TABLE = "[tool.truthfulness-evaluator]\n"


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.fixture
def own(no_settings: Path) -> Path:
    """The user's own settings file, which is not there yet."""
    return no_settings.parent / "xdg" / "truthfulness-evaluator" / "truth.toml"


def set_fields(start: Path, **arguments: object) -> dict[str, tuple[object, str]]:
    """Fields that are not the default, each with its origin."""
    config = load_config(start, **arguments)
    return {name: (getattr(config, name), origin) for name, origin in config.origins.items() if origin != "default"}


def test_every_source_in_its_order(monkeypatch: pytest.MonkeyPatch, no_settings: Path, own: Path) -> None:
    names = ["max_evidence_items", "ice_max_rounds", "max_web_results", "confidence_threshold", "fail_on"]
    write(own, "max_evidence_items=1\nice_max_rounds=1\nmax_web_results=1\nconfidence_threshold=0.1\nfail_on='never'\n")
    write(
        no_settings / "pyproject.toml",
        TABLE + "max_evidence_items=2\nice_max_rounds=2\nmax_web_results=2\nconfidence_threshold=0.2",
    )
    write(no_settings / ".env", "TRUTH_MAX_EVIDENCE_ITEMS=3\nTRUTH_ICE_MAX_ROUNDS=3\nTRUTH_MAX_WEB_RESULTS=3\n")
    monkeypatch.setenv("TRUTH_MAX_EVIDENCE_ITEMS", "4")
    monkeypatch.setenv("TRUTH_ICE_MAX_ROUNDS", "4")
    found = set_fields(write(no_settings / "docs" / "a.md", ""), max_evidence_items=5)
    assert found == {
        "max_evidence_items": (5, "argument"),
        "ice_max_rounds": (4, "environment variable TRUTH_ICE_MAX_ROUNDS"),
        "max_web_results": (3, "TRUTH_MAX_WEB_RESULTS in .env"),
        "confidence_threshold": (0.2, "pyproject.toml [tool.truthfulness-evaluator]"),
        "fail_on": ("never", str(own)),
    }
    assert list(found) == [name for name in load_config().origins if name in names]


def test_the_closest_file_is_read_and_no_other(no_settings: Path) -> None:
    write(no_settings / "truth.toml", "ice_max_rounds = 9")
    write(no_settings / "docs" / "pyproject.toml", TABLE + 'fail_on = "never"')
    write(no_settings / "docs" / "deep" / "pyproject.toml", '[project]\nname = "truthfulness-evaluator"')
    document = write(no_settings / "docs" / "deep" / "a.md", "")
    said = {"fail_on": ("never", str(Path("docs", "pyproject.toml")) + " [tool.truthfulness-evaluator]")}
    assert set_fields(document) == said
    assert set_fields(document.parent) == said
    assert set_fields(no_settings / "docs" / "not-there.md") == said
    assert set_fields(no_settings / "docs" / "deep" / ".." / ".." / "b.md") == {"ice_max_rounds": (9, "truth.toml")}
    assert load_config(None).ice_max_rounds == 9, "without a document: the working folder"


def test_an_empty_table_is_the_closest_one(no_settings: Path) -> None:
    write(no_settings / "truth.toml", "ice_max_rounds = 9")
    write(no_settings / "docs" / "pyproject.toml", TABLE)
    assert set_fields(no_settings / "docs" / "a.md") == {}


def test_a_project_may_tune_checks(no_settings: Path) -> None:
    write(
        no_settings / "truth.toml",
        'exclude = ["docs/old/**", "..foo/x"]\nfail_on = "unsupported"\nfail_under = "b"\noffline = true\n'
        'consensus_method = "simple"\nenable_web_search = false\n[judge_weights]\nfacts = 2\n',
    )
    config = load_config(no_settings)
    assert (config.exclude, config.fail_on, config.fail_under) == (["docs/old/**", "..foo/x"], "unsupported", "B")
    assert (config.offline, config.judge_weights, config.enable_web_search) == (True, {"facts": 2.0}, False)


@pytest.mark.parametrize(("text", "judges"), [('["nli"]', ["nli"]), ('"none"', []), ('["none"]', []), ("[]", [])])
def test_a_project_may_say_whether_the_embedded_judge_is_asked(no_settings: Path, text: str, judges: list[str]) -> None:
    write(no_settings / "truth.toml", f"judges = {text}")
    assert load_config(no_settings).judges == judges


@pytest.mark.parametrize(
    "text",
    ['["nli:a/b"]', '"nli:a/b"', '"nli, nli:a/b"', "'[\"\\u006eli:a/b\"]'", '["nli", "nli:/etc/x"]', '["other"]'],
)
def test_a_project_names_no_larger_model(no_settings: Path, own: Path, text: str) -> None:
    write(no_settings / "truth.toml", f"judges = {text}")
    with pytest.raises(SettingsError) as caught:
        load_config(no_settings)
    assert "(truth.toml): of judges, a project's settings may name nli and none alone. Set it in" in str(caught.value)
    write(no_settings / "truth.toml", "")
    write(own, 'judges = ["nli:a/b"]')
    assert load_config(no_settings).judges == ["nli:a/b"], "the user's own settings may"


MODELS = "a project's settings may not say which models, servers and sites are used. Set it in your own settings file"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'extraction_model = "m"',
            f"truth.toml sets extraction_model: {MODELS} (OWN), as TRUTH_EXTRACTION_MODEL or as an argument.",
        ),
        (
            'verification_models = ["m"]',
            f"truth.toml sets verification_models: {MODELS} (OWN), as TRUTH_VERIFICATION_MODELS or as an argument.",
        ),
        *(
            (f"{name} = {value}", f"truth.toml sets {name}: {MODELS} (OWN), as TRUTH_{name.upper()} or as an argument.")
            for name, value in (
                ("allowed_sites", "[]"),
                ("blocked_sites", "[]"),
                ("site_credibility", "{}"),
                ("web_allow_hosts", '["10.0.0.1"]'),
            )
        ),
        ('llm_model = "m"', f"truth.toml sets llm_model: {MODELS} (OWN), as TRUTH_LLM_MODEL or as an argument."),
        (
            'llm_provider = "m"',
            f"truth.toml sets llm_provider: {MODELS} (OWN), as TRUTH_LLM_PROVIDER or as an argument.",
        ),
        (
            'llm_base_url = "http://h"',
            f"truth.toml sets llm_base_url: {MODELS} (OWN), as TRUTH_LLM_BASE_URL or as an argument.",
        ),
        (
            "llm_temperature = 1",
            f"truth.toml sets llm_temperature: {MODELS} (OWN), as TRUTH_LLM_TEMPERATURE or as an argument.",
        ),
        (
            'search_providers = ["ddgs"]',
            f"truth.toml sets search_providers: {MODELS} (OWN), as TRUTH_SEARCH_PROVIDERS or as an argument.",
        ),
        (
            'searxng_url = "http://h"',
            f"truth.toml sets searxng_url: {MODELS} (OWN), as TRUTH_SEARXNG_URL or as an argument.",
        ),
        (
            'tavily_api_key = "sk-SECRET"',
            "truth.toml sets tavily_api_key: keys never stand in a settings file. "
            "Take it out there and set TAVILY_API_KEY in the environment.",
        ),
        (
            'brave_api_key = "sk-SECRET"',
            "truth.toml sets brave_api_key: keys never stand in a settings file. "
            "Take it out there and set BRAVE_API_KEY in the environment.",
        ),
        (
            'openai_api_key = "sk-SECRET"',
            "truth.toml sets openai_api_key: keys never stand in a settings file. "
            "Take it out there and set OPENAI_API_KEY in the environment.",
        ),
        (
            'llm_api_key = "sk-SECRET"',
            "truth.toml sets llm_api_key: keys never stand in a settings file. "
            "Take it out there and set TRUTH_LLM_API_KEY in the environment.",
        ),
        ("fail_onn = 1", "Unknown setting 'fail_onn' (truth.toml). Did you mean 'fail_on'?"),
        ("fail-on = 1", "Unknown setting 'fail-on' (truth.toml). Did you mean 'fail_on'?"),
        ("max_web_results = 0", "max_web_results is 0 (truth.toml): should be greater than or equal to 1."),
        ('fail_on = "x"', "fail_on is 'x' (truth.toml): should be 'refuted', 'unsupported' or 'never'."),
        ("exclude = 3", "exclude is 3 (truth.toml): should be a valid list."),
        ("a = ", "truth.toml is not valid TOML: Invalid value (at end of document)."),
        (b"\xff", "truth.toml is not UTF-8 text, which TOML has to be."),
    ],
)
def test_what_a_project_may_not_set(no_settings: Path, own: Path, text: str | bytes, message: str) -> None:
    write(no_settings / "truth.toml", text)
    with pytest.raises(SettingsError) as caught:
        load_config(no_settings / "a.md")
    assert str(caught.value) == message.replace("OWN", str(own))


@pytest.mark.parametrize("pattern", ["../x", "a/../../x", "/etc/*", "~/x", "C:\\x", "\\\\host\\share", "a\\..\\..\\x"])
def test_a_project_names_no_paths_outside_its_root(no_settings: Path, pattern: str) -> None:
    for value in (f"['ok', '{pattern}']", f"'{pattern}'", f"""'["{pattern}"]'"""):
        write(no_settings / "truth.toml", f"exclude = {value}")
        with pytest.raises(SettingsError, match="may not name paths outside its root"):
            load_config(no_settings)


def test_a_project_may_say_whether_and_how_much_is_searched(no_settings: Path) -> None:
    write(no_settings / "truth.toml", "web_search_enabled = false\nmax_searches = 2\nmax_web_results = 3")
    config = load_config(no_settings)
    assert (config.enable_web_search, config.max_searches, config.max_web_results) == (False, 2, 3)


def test_two_files_in_one_folder(no_settings: Path) -> None:
    write(no_settings / "truth.toml", "")
    write(no_settings / "pyproject.toml", TABLE)
    with pytest.raises(SettingsError) as caught:
        load_config(no_settings)
    assert str(caught.value) == (
        "truth.toml and [tool.truthfulness-evaluator] of pyproject.toml both hold settings. Keep one of the two."
    )


@pytest.mark.parametrize(
    "text",
    [
        "[project",
        '[project]\nname = "truthfulness-evaluator',
        "[tool]\nother = 1",
        "tool = 3\n# truthfulness-evaluator",
        b"\xff\xfe",
    ],
    ids=["broken", "broken, names us", "no table", "tool is a number", "binary"],
)
def test_a_manifest_without_our_table_is_no_settings_file(no_settings: Path, text: str | bytes) -> None:
    write(no_settings / "pyproject.toml", text)
    assert set_fields(no_settings) == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.truthfulness-evaluator", "pyproject.toml is not valid TOML: "),
        ('[tool."truthfulness-evaluator"]\nfail_on = never', "pyproject.toml is not valid TOML: "),
        ("[tool]\ntruthfulness-evaluator = 3", r"pyproject.toml: \[tool.truthfulness-evaluator\] has to be a table."),
    ],
)
def test_a_manifest_with_our_table_that_cannot_be_read(no_settings: Path, text: str, message: str) -> None:
    write(no_settings / "pyproject.toml", text)
    with pytest.raises(SettingsError, match=message):
        load_config(no_settings)


def test_the_users_own_file_may_say_which_service_is_called(no_settings: Path, own: Path) -> None:
    write(own, 'llm_model = "m"\nllm_base_url = "http://localhost:1/v1"\nexclude = ["/tmp/*"]')
    found = set_fields(no_settings)
    assert found == {
        "extraction_model": ("m", f"llm_model, {own}"),
        "verification_models": (["m"], f"llm_model, {own}"),
        "llm_model": ("m", str(own)),
        "llm_base_url": ("http://localhost:1/v1", str(own)),
        "exclude": (["/tmp/*"], str(own)),
    }
    assert load_config(own.parent / "notes.md").llm_model == "m", "beside a document it stays the user's own"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('anthropic_api_key = "sk-SECRET"', "sets anthropic_api_key: keys never stand in a settings file"),
        ("llm_modle = 1", "Unknown setting 'llm_modle'.*Did you mean 'llm_model'"),
        ("x", "is not valid TOML"),
    ],
)
def test_what_the_users_own_file_may_not_set(no_settings: Path, own: Path, text: str, message: str) -> None:
    write(own, text)
    with pytest.raises(SettingsError, match=message) as caught:
        load_config(no_settings)
    assert str(own) in str(caught.value)
    assert "SECRET" not in str(caught.value)


@pytest.mark.parametrize(
    ("platform", "variables", "path"),
    [
        ("linux", {}, "home/.config"),
        ("linux", {"XDG_CONFIG_HOME": "relative"}, "home/.config"),
        ("linux", {"XDG_CONFIG_HOME": "TMP/xdg", "APPDATA": "TMP/roaming"}, "xdg"),
        ("darwin", {}, "home/Library/Application Support"),
        ("darwin", {"XDG_CONFIG_HOME": "TMP/xdg"}, "xdg"),
        ("win32", {"APPDATA": "TMP/roaming"}, "roaming"),
        ("win32", {}, "home/.config"),
    ],
)
def test_where_the_users_own_file_stands(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, variables: dict[str, str], path: str
) -> None:
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value.replace("TMP", str(tmp_path)))
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert user_settings_file() == tmp_path / path / "truthfulness-evaluator" / "truth.toml"


def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch, no_settings: Path) -> None:
    def home() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr(Path, "home", home)
    assert (user_settings_file(), set_fields(no_settings)) == (None, {})
    write(no_settings / "truth.toml", "llm_model = 'm'")
    with pytest.raises(SettingsError, match="Set it as TRUTH_LLM_MODEL or as an argument"):
        load_config(no_settings)
