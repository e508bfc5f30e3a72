"""Safetensors weights, run by transformers: tiny models with random weights, compared with transformers itself."""

import json
from pathlib import Path
from typing import Any

import pytest
import tiny_models
from hub_server import hub_of

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.nli.named import named

torch: Any = pytest.importorskip("torch")
transformers: Any = pytest.importorskip("transformers")

CLAIM = "The ferry sails daily."
EVIDENCE = "Dogs travel free. The ferry sails daily."
NAMES = {0: "contradiction", 1: "entailment", 2: "neutral"}


def bert(**fields: object) -> Any:
    """A small BERT with weights that are large enough for its classes to differ."""
    torch.manual_seed(7)
    config = transformers.BertConfig(
        vocab_size=len(tiny_models.VOCABULARY),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
        initializer_range=0.5,
        **{"id2label": NAMES, **fields},
    )
    return transformers.BertForSequenceClassification(config).eval()


def save(model: Any, folder: Path) -> Path:
    model.save_pretrained(str(folder))
    tiny_models.tokenizer().save(str(folder / "tokenizer.json"))
    return folder


def expected(model: Any, claim: str, evidence: str) -> list[float]:
    pair = tiny_models.tokenizer().encode(evidence, claim)
    with torch.inference_mode():
        scores = model(
            input_ids=torch.tensor([pair.ids]),
            token_type_ids=torch.tensor([pair.type_ids]),
            attention_mask=torch.tensor([pair.attention_mask]),
        ).logits
    return scores.softmax(-1)[0].tolist()


def test_it_says_what_transformers_says(tmp_path: Path) -> None:
    model = bert()
    judge = named(str(save(model, tmp_path)))
    pairs = [(CLAIM, EVIDENCE), ("Dogs travel free.", "Museum opens Monday."), ("Not Monday.", EVIDENCE * 2)]
    for (claim, evidence), found in zip(pairs, judge.estimates(pairs), strict=True):
        contradiction, support, left = expected(model, claim, evidence)
        assert (found.support, found.contradiction, found.open) == pytest.approx(
            (support, contradiction, left), abs=1e-5
        )


def test_weights_in_several_files(tmp_path: Path) -> None:
    model = bert()
    model.save_pretrained(str(tmp_path / "parts"), max_shard_size="4KB")
    tiny_models.tokenizer().save(str(tmp_path / "parts/tokenizer.json"))
    assert (tmp_path / "parts/model.safetensors.index.json").is_file()
    judge, whole = named(str(tmp_path / "parts")), named(str(save(model, tmp_path / "whole")))
    assert judge.estimates([(CLAIM, EVIDENCE)]) == whole.estimates([(CLAIM, EVIDENCE)])


def test_long_evidence_fits(tmp_path: Path) -> None:
    judge = named(str(save(bert(), tmp_path)))
    (found,) = judge.estimates([(CLAIM, "Museum opens Monday. " * 60)])
    assert found.support + found.contradiction + found.open == pytest.approx(1)


def test_a_model_that_was_not_trained_to_classify(tmp_path: Path) -> None:
    model = transformers.BertModel(bert().config)
    save(model, tmp_path)
    path = tmp_path / "config.json"
    config = json.loads(path.read_text(encoding="utf-8")) | {"architectures": ["BertForSequenceClassification"]}
    path.write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(UsageError, match=r"was not trained to classify: its weights lack classifier\.bias\."):
        named(str(tmp_path))


def test_weights_that_are_none(tmp_path: Path) -> None:
    folder = save(bert(), tmp_path)
    (folder / "model.safetensors").write_bytes(b"none")
    with pytest.raises(UsageError) as raised:
        named(str(folder))
    assert str(raised.value).startswith(f"{folder} cannot be loaded: ")
    assert "\n" not in str(raised.value)


def test_code_of_a_model_is_not_run(tmp_path: Path) -> None:
    folder = save(bert(), tmp_path)
    (folder / "own.py").write_text(f"import pathlib; pathlib.Path({str(tmp_path / 'ran')!r}).touch()", encoding="utf-8")
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config |= {"model_type": "own", "auto_map": {"AutoModelForSequenceClassification": "own.Own"}}
    path.write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(UsageError, match="comes with code of its own, which is not run"):
        named(str(folder))
    assert not (tmp_path / "ran").exists()


PROMPT = "[CLS] dogs? {text1} museum: {text2}"


def hhem(folder: Path) -> Any:
    """A tiny model of the form of HHEM-2.1-Open: a T5 under another name, its foundation beside it."""
    safetensors: Any = pytest.importorskip("safetensors.torch")
    torch.manual_seed(7)
    config = transformers.T5Config(
        vocab_size=len(tiny_models.VOCABULARY), d_model=16, d_kv=8, d_ff=32, num_layers=2, num_heads=2, num_labels=2
    )
    model = transformers.T5ForTokenClassification(config).eval()
    with torch.no_grad():
        model.classifier.weight.mul_(50)
    folder.mkdir(parents=True)
    weights = {f"t5.{name}": each.clone() for name, each in model.state_dict().items() if "embed_tokens" not in name}
    safetensors.save_file(weights, str(folder / "model.safetensors"))
    (folder / "config.json").write_text(
        json.dumps({"model_type": "HHEMv2", "architectures": ["HHEMv2ForSequenceClassification"], "prompt": PROMPT}),
        encoding="utf-8",
    )
    config.save_pretrained(str(folder / "foundation"))
    tiny_models.tokenizer().save(str(folder / "foundation/tokenizer.json"))
    return model


def test_hhem_says_what_its_t5_says_of_the_first_token(tmp_path: Path) -> None:
    model = hhem(tmp_path / "hhem")
    judge = named(str(tmp_path / "hhem"))
    ids = tiny_models.tokenizer().encode(PROMPT.format(text1=EVIDENCE, text2=CLAIM), add_special_tokens=False).ids
    words = tiny_models.VOCABULARY
    with torch.inference_mode():
        scores = model(input_ids=torch.tensor([[*ids, words["[CLS]"], words["[SEP]"]]])).logits[0, 0].softmax(-1)
    (found, _) = judge.estimates([(CLAIM, EVIDENCE), (CLAIM, EVIDENCE * 3)])
    assert found.support == pytest.approx(scores[1].item(), abs=1e-5)
    assert found.contradiction == 0


def test_hhem_without_its_foundation(tmp_path: Path) -> None:
    hhem(tmp_path / "hhem")
    (tmp_path / "hhem/foundation").rename(tmp_path / "elsewhere")
    with pytest.raises(UsageError) as raised:
        named(str(tmp_path / "hhem"))
    assert str(raised.value) == (
        f"{tmp_path / 'hhem'} has no folder named foundation. "
        "Put config.json and tokenizer.json of google/flan-t5-base there."
    )


def test_hhem_of_the_hub_brings_its_foundation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    hhem(tmp_path / "hhem")
    here = named(str(tmp_path / "hhem")).estimates([(CLAIM, EVIDENCE)])
    foundation = (tmp_path / "hhem/foundation").rename(tmp_path / "flan")
    models = {"someone/hhem": tmp_path / "hhem", "google/flan-t5-base": foundation}
    with hub_of(models, tmp_path / "cache"):
        assert named("someone/hhem").estimates([(CLAIM, EVIDENCE)]) == here
        assert named("someone/hhem", offline=True).estimates([(CLAIM, EVIDENCE)]) == here


def test_hhem_with_weights_of_another_model(tmp_path: Path) -> None:
    safetensors: Any = pytest.importorskip("safetensors.torch")
    hhem(tmp_path / "hhem")
    path = tmp_path / "hhem/model.safetensors"
    weights = safetensors.load_file(str(path))
    del weights["t5.classifier.weight"]
    safetensors.save_file(weights, str(path))
    with pytest.raises(UsageError, match=r"has not the weights of google/flan-t5-base: classifier\.weight is amiss\."):
        named(str(tmp_path / "hhem"))
