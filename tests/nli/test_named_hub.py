"""Models of the hub, played by a server on the loopback interface."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import tiny_models
from hub_server import COMMIT, HubServer, hub_is_at, hub_of
from huggingface_hub import constants

from truthfulness_evaluator.core.errors import MissingPartError, UsageError
from truthfulness_evaluator.nli.named import named

MODEL = "someone/tiny-nli"
PAIR = ("The ferry sails daily.", "Dogs travel free. The ferry sails daily.")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A model in ONNX, with more beside it than is needed."""
    folder = tiny_models.save(tmp_path / "files", file="onnx/model.onnx")
    (folder / "model.safetensors").write_bytes(b"not needed")
    (folder / "README.md").write_text("not needed", encoding="utf-8")
    return folder


@pytest.fixture
def hub(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    """A hub that has it."""
    monkeypatch.chdir(tmp_path)
    with hub_of({MODEL: files}, tmp_path / "cache") as server:
        yield server


def test_what_is_needed_is_brought_once(hub: HubServer) -> None:
    judge = named(MODEL)
    assert judge.name == f"nli:{MODEL}"
    assert judge.estimates([PAIR])[0].support > 0.9
    assert hub.sent == {"config.json", "tokenizer.json", "onnx/model.onnx"}
    hub.asked.clear()
    assert named(MODEL).version == judge.version
    assert hub.sent == set()


def test_a_folder_and_the_hub_are_one_model(hub: HubServer, files: Path) -> None:
    assert named(MODEL).version == named(str(files)).version


@pytest.mark.parametrize("revision", ["main", COMMIT, "refs/pr/1"])
def test_a_revision_can_be_named(hub: HubServer, revision: str) -> None:
    assert named(f"{MODEL}@{revision}").name == f"nli:{MODEL}@{revision}"
    assert any("/revision/" in each for each in hub.asked)


def test_offline_uses_the_cache_alone(hub: HubServer) -> None:
    with pytest.raises(MissingPartError) as raised:
        named(MODEL, offline=True)
    assert str(raised.value) == (
        f"The model {MODEL} is not in the local cache of the hub, which is not called here. "
        f"Run once online with --judge nli:{MODEL}, or name a folder that holds the model."
    )
    assert hub.asked == []
    first = named(MODEL)
    hub.asked.clear()
    assert named(MODEL, offline=True).version == first.version
    assert hub.asked == []


def test_the_clients_own_offline_counts(hub: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(MissingPartError, match="which is not called here"):
        named(MODEL)
    assert hub.asked == []


def test_a_hub_that_does_not_answer(hub: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    first = named(MODEL)
    hub_is_at(monkeypatch, "http://127.0.0.1:9")
    assert named(MODEL).version == first.version
    with pytest.raises(MissingPartError) as raised:
        named("someone/other")
    assert str(raised.value) == (
        "The hub cannot be reached for the model someone/other. Try again, or name a folder that holds the model."
    )


def test_a_model_that_is_not_there(hub: HubServer) -> None:
    with pytest.raises(MissingPartError) as raised:
        named("someone/nothing")
    assert str(raised.value) == "There is neither a folder someone/nothing here nor such a model on the hub."


def test_a_revision_that_is_not_there(hub: HubServer) -> None:
    with pytest.raises(MissingPartError) as raised:
        named(f"{MODEL}@v9")
    assert str(raised.value) == f"The model {MODEL} has no revision 'v9' on the hub."


def test_a_model_behind_terms(hub: HubServer) -> None:
    hub.is_gated = True
    with pytest.raises(MissingPartError, match="only to those who accepted its terms"):
        named(MODEL)


def test_pickled_weights_are_not_brought(hub: HubServer, files: Path) -> None:
    (files / "onnx/model.onnx").unlink()
    (files / "model.safetensors").rename(files / "pytorch_model.bin")
    with pytest.raises(UsageError, match="has only pickled weights"):
        named(MODEL)
    assert hub.sent == set()


def test_safetensors_where_there_is_no_onnx(hub: HubServer, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    (files / "onnx/model.onnx").unlink()
    with pytest.raises(MissingPartError, match=r'Install them with: pip install "truthfulness-evaluator\[nli\]"'):
        named(MODEL)
