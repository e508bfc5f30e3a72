"""Models that cannot be used: each is one sentence that says what is missing."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import tiny_models

from truthfulness_evaluator.core.errors import MissingPartError, UsageError
from truthfulness_evaluator.nli.named import named


def without(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def with_text(name: str, text: str) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / name).write_text(text, encoding="utf-8")

    return write


def with_config(**fields: object) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        path = folder / "config.json"
        path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | fields), encoding="utf-8")

    return write


def with_position_inputs(folder: Path) -> None:
    tiny_models.save(folder, inputs=("input_ids", "position_ids"))


def with_tokenizer_without_separator(folder: Path) -> None:
    from tokenizers.processors import TemplateProcessing

    made = tiny_models.tokenizer()
    made.post_processor = TemplateProcessing(single="[CLS] $A", pair="[CLS] $A $B", special_tokens=[("[CLS]", 2)])
    made.save(str(folder / "tokenizer.json"))


def only_pickled(folder: Path) -> None:
    (folder / "model.onnx").rename(folder / "pytorch_model.bin")


def both(*changes: Callable[[Path], None]) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        for each in changes:
            each(folder)

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(without("config.json"), "FOLDER is no model: it has no config.json.", id="no config"),
        pytest.param(without("tokenizer.json"), "FOLDER has no tokenizer.json.", id="no tokenizer"),
        pytest.param(
            without("model.onnx"),
            "FOLDER has no weights: wanted is model.onnx, onnx/model.onnx, onnx/model_quantized.onnx or "
            "model.safetensors.",
            id="no weights",
        ),
        pytest.param(
            only_pickled,
            "FOLDER has only pickled weights, which are programs and are not opened. Convert it to safetensors or "
            "ONNX, or name a revision that has them, as in owner/name@refs/pr/1.",
            id="pickle",
        ),
        pytest.param(
            with_text("model.onnx", "no model"),
            "FOLDER/model.onnx cannot be used as an ONNX model: ",
            id="broken weights",
        ),
        pytest.param(
            with_position_inputs, "an ONNX model with an input 'position_ids' is not known here.", id="other inputs"
        ),
        pytest.param(
            with_text("tokenizer.json", "{}"), "FOLDER/tokenizer.json is no tokenizer: ", id="broken tokenizer"
        ),
        pytest.param(
            with_tokenizer_without_separator,
            "The model's tokenizer does not join two texts to a pair with a separator.",
            id="no pairs",
        ),
        pytest.param(
            with_text("config.json", "{"), "FOLDER/config.json is no configuration of a model: Invalid JSON", id="JSON"
        ),
        pytest.param(
            with_text("config.json", '{"id2label": ["a"]}'),
            "FOLDER/config.json is no configuration of a model: id2label: Input should be an object.",
            id="configuration of another form",
        ),
        pytest.param(
            with_config(id2label={"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"}),
            'The configuration of FOLDER does not say what its classes mean. Write them into "id2label" of its '
            'config.json, as in {"0": "not_entailment", "1": "entailment"}.',
            id="classes without names",
        ),
        pytest.param(
            with_config(id2label={"0": "not_entailment", "1": "entailment"}),
            "FOLDER gives scores of the shape 3; its configuration names 2 classes.",
            id="more classes than are named",
        ),
        pytest.param(
            with_config(architectures=["T5ForConditionalGeneration"]),
            "FOLDER is a T5ForConditionalGeneration, which writes text; only models that classify pairs of texts can "
            "judge.",
            id="MiniCheck flan-T5",
        ),
        pytest.param(
            with_config(architectures=["InternLM2ForCausalLM"]),
            "FOLDER is a InternLM2ForCausalLM, a chat model: let a server run it, and name it with --model.",
            id="MiniCheck 7B",
        ),
        pytest.param(
            with_config(architectures=["BertForMaskedLM"]),
            "FOLDER is a BertForMaskedLM; only models for sequence classification can judge.",
            id="not trained to classify",
        ),
        pytest.param(
            both(with_config(model_type="HHEMv2", prompt="{text2}")),
            "The model's prompt has no place for {text1} and then {text2}.",
            id="prompt without places",
        ),
    ],
)
def test_a_folder_that_is_no_model(tmp_path: Path, change: Callable[[Path], None], message: str) -> None:
    folder = tiny_models.save(tmp_path / "m")
    change(folder)
    with pytest.raises(UsageError) as raised:
        named(str(folder))
    said = str(raised.value).replace(str(folder), "FOLDER")
    assert said.startswith(message)
    assert "\n" not in said


def test_scores_of_each_token_are_not_taken_for_a_pairs(tmp_path: Path) -> None:
    folder = tiny_models.save(tmp_path, by_token=True)
    with pytest.raises(UsageError, match=r"gives scores of the shape 2x3; its configuration names 3 classes\."):
        named(str(folder))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        pytest.param("./nowhere", "There is no folder ./nowhere.", id="path"),
        pytest.param("nowhere", "There is no folder nowhere.", id="word"),
        pytest.param("models/nowhere", "There is no folder models/nowhere.", id="beside a folder that is there"),
        pytest.param("a/b/c", "There is no folder a/b/c.", id="deeper path"),
    ],
)
def test_a_path_that_is_not_there_calls_no_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models").mkdir()
    with pytest.raises(MissingPartError) as raised:
        named(spec)
    assert str(raised.value) == message


def test_a_file_by_itself_is_no_model(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"")
    with pytest.raises(MissingPartError, match=r"is no model by itself: beside it is no config\.json\."):
        named(str(tmp_path / "model.onnx"))


def test_weights_that_need_the_extra_name_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    folder = tiny_models.save(tmp_path)
    (folder / "model.onnx").rename(folder / "model.safetensors")
    with pytest.raises(MissingPartError) as raised:
        named(str(folder))
    assert str(raised.value) == (
        f"{folder} has no ONNX file; its weights need packages that are not installed. "
        'Install them with: pip install "truthfulness-evaluator[nli]"'
    )
