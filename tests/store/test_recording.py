import multiprocessing
from pathlib import Path

import pytest

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.models.run import RunDocument, RunRequest, RunStatus
from truthfulness_evaluator.store.recording import Recorder, kept_settings
from truthfulness_evaluator.store.runs import RunStore

DOCUMENT = RunDocument(name="a.md", text="The ferry sails.")
SECRETS = ("sk-of-openai", "sk-of-anthropic", "sk-of-llm", "rain")


@pytest.fixture
def config(no_settings: Path) -> EvaluatorConfig:
    return EvaluatorConfig(
        data_file=str(no_settings / "data.sqlite3"),
        openai_api_key=SECRETS[0],
        anthropic_api_key=SECRETS[1],
        llm_api_key=SECRETS[2],
        llm_base_url=f"http://ann:{SECRETS[3]}@127.0.0.1/v1",
        keep_runs=1,
    )


def _file(config: EvaluatorConfig) -> Path:
    assert config.data_file is not None
    return Path(config.data_file)


def test_no_key_and_no_password_is_kept(config: EvaluatorConfig) -> None:
    recorder = Recorder(config, RunRequest())
    recorder.record({0: DOCUMENT})
    with RunStore(_file(config)) as store:
        settings = store.load("latest").settings
        written = b"".join(each.read_bytes() for each in _file(config).parent.iterdir())
    assert settings == kept_settings(config)
    assert settings["llm_base_url"] == "http://***@127.0.0.1/v1"
    assert not {name for name in EvaluatorConfig.model_fields if name.endswith("api_key")} & set(settings)
    assert not [secret for secret in SECRETS if secret in str(settings) or secret.encode() in written]


def test_nothing_is_written_before_there_is_something(config: EvaluatorConfig) -> None:
    recorder = Recorder(config, RunRequest())
    assert (recorder.run_id, _file(config).exists()) == (None, False)


def test_a_run_goes_on(config: EvaluatorConfig) -> None:
    first = Recorder(config, RunRequest())
    first.record({0: DOCUMENT})
    again = Recorder(config, RunRequest(), first.run_id)
    again.record({1: DOCUMENT})
    again.finish(status=RunStatus.INCOMPLETE, closing="Over.", exit_code=3, unread=2)
    with RunStore(_file(config)) as store:
        (run,) = store.runs()
    assert (run.id, run.documents, run.status, run.exit_code, run.unread) == (
        first.run_id, 2, RunStatus.INCOMPLETE, 3, 2,
    )  # fmt: skip


def test_a_problem_is_told_and_nothing_else_is_tried(config: EvaluatorConfig) -> None:
    recorder = Recorder(config, RunRequest())
    _file(config).write_text("a letter")
    recorder.record({0: DOCUMENT})
    _file(config).unlink()
    recorder.record({0: DOCUMENT})
    assert recorder.problem.startswith(f"{config.data_file} is no data file of this program.")
    assert not _file(config).exists()


def test_a_run_that_is_deleted_while_it_is_at_work_costs_nothing_else(config: EvaluatorConfig) -> None:
    recorder = Recorder(config, RunRequest())
    recorder.record({0: DOCUMENT})
    assert recorder.run_id is not None
    with RunStore(_file(config)) as store:
        store.delete(recorder.run_id)
        recorder.record({0: DOCUMENT})
        recorder.finish(status=RunStatus.COMPLETE, closing="Over.")
        assert store.runs() == []
    assert recorder.problem == f"the run {recorder.run_id} is no longer kept."


def _record(recorder: Recorder) -> None:
    recorder.record({1: DOCUMENT})


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="processes are not forked there")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_forked_process_keeps_nothing(config: EvaluatorConfig) -> None:
    recorder = Recorder(config, RunRequest())
    recorder.record({0: DOCUMENT})
    child = multiprocessing.get_context("fork").Process(target=_record, args=(recorder,))
    child.start()
    child.join()
    assert child.exitcode == 0
    with RunStore(_file(config)) as store:
        assert store.load("latest").documents == 1
