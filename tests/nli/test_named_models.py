"""`named`: a folder with a model in ONNX, made here."""

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import tiny_models

from truthfulness_evaluator.core.errors import UsageError
from truthfulness_evaluator.nli.estimate import EntailmentModel, Estimate, Thresholds
from truthfulness_evaluator.nli.named import NamedModel, named

CLAIM = "The ferry sails daily."
SUPPORTS = "Dogs travel free. The ferry sails daily."
REFUTES = "The ferry sails not daily."
OTHER = "Museum opens Monday."
LONG = " ".join(["Museum opens Monday."] * 40)


def says(estimate: Estimate) -> str:
    """The most likely of the three."""
    return max(("support", "contradiction", "open"), key=lambda name: getattr(estimate, name))


@pytest.fixture
def model(tmp_path: Path) -> NamedModel:
    return named(str(tiny_models.save(tmp_path)))


@pytest.mark.parametrize(
    "labels",
    [
        pytest.param(("entailment", "neutral", "contradiction"), id="entailment first"),
        pytest.param(("contradiction", "entailment", "neutral"), id="contradiction first"),
        pytest.param(("neutral", "contradiction", "entailment"), id="neutral first"),
    ],
)
def test_the_order_of_the_classes_is_that_of_the_configuration(tmp_path: Path, labels: tuple[str, ...]) -> None:
    judge = named(str(tiny_models.save(tmp_path, labels=labels)))
    estimates = judge.estimates([(CLAIM, SUPPORTS), (CLAIM, REFUTES), (CLAIM, OTHER)])
    assert [says(each) for each in estimates] == ["support", "contradiction", "open"]


def test_two_classes_never_contradict(tmp_path: Path) -> None:
    judge = named(str(tiny_models.save(tmp_path, labels=("not_entailment", "entailment"))))
    estimates = judge.estimates([(CLAIM, SUPPORTS), (CLAIM, REFUTES), (CLAIM, OTHER)])
    assert [says(each) for each in estimates] == ["support", "open", "open"]
    assert [each.contradiction for each in estimates] == [0, 0, 0]


@pytest.mark.parametrize(
    "inputs",
    [
        pytest.param(("input_ids", "attention_mask"), id="no segments"),
        pytest.param(("input_ids",), id="token ids alone"),
        pytest.param(("input_ids", "token_type_ids", "attention_mask"), id="another order"),
    ],
)
def test_a_model_is_given_what_it_asks_for(tmp_path: Path, model: NamedModel, inputs: tuple[str, ...]) -> None:
    pairs = [(CLAIM, SUPPORTS), (CLAIM, REFUTES), (CLAIM, OTHER), ("Dogs.", LONG)]
    judge = named(str(tiny_models.save(tmp_path / "other", inputs=inputs)))
    assert judge.estimates(pairs) == model.estimates(pairs)


@pytest.mark.parametrize("file", ["model.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx"])
def test_the_file_may_have_each_usual_name(tmp_path: Path, file: str) -> None:
    judge = named(str(tiny_models.save(tmp_path, file=file)))
    assert says(judge.estimates([(CLAIM, SUPPORTS)])[0]) == "support"


def test_a_file_can_be_named(tmp_path: Path) -> None:
    tiny_models.save(tmp_path)
    (tmp_path / "onnx").mkdir()
    (tmp_path / "model.onnx").rename(tmp_path / "onnx/model_fp16.onnx")
    judge = named(str(tmp_path / "onnx/model_fp16.onnx"))
    assert says(judge.estimates([(CLAIM, REFUTES)])[0]) == "contradiction"


def test_what_it_says_does_not_hang_on_what_else_is_asked(model: NamedModel) -> None:
    pairs = [(CLAIM, SUPPORTS), ("Dogs travel free.", LONG), (CLAIM, ""), (CLAIM, REFUTES), ("Not Monday.", OTHER)]
    assert model.estimates(pairs) == [model.estimates([pair])[0] for pair in pairs]
    assert model.estimates([]) == []


def test_long_evidence_is_read_in_windows(model: NamedModel) -> None:
    evidence = f"{LONG} The ferry sails daily. {LONG}"
    (found,) = model.estimates([(CLAIM, evidence)])
    window = evidence[slice(*found.supporting)]
    assert says(found) == "support"
    assert "The ferry sails daily." in window
    assert 20 < len(window.split()) < 48


def test_windows_that_say_the_opposite_are_a_conflict(model: NamedModel) -> None:
    evidence = f"{SUPPORTS} {LONG} {REFUTES}"
    (found,) = model.estimates([(CLAIM, evidence)])
    assert found.conflict
    assert "Dogs travel free." in evidence[slice(*found.supporting)]
    assert "sails not daily" in evidence[slice(*found.contradicting)]
    assert found.support + found.contradiction + found.open == pytest.approx(1)
    assert not model.estimates([(CLAIM, SUPPORTS)])[0].conflict


def test_a_claim_that_leaves_no_room_is_left_open(model: NamedModel) -> None:
    fits, too_long = ("ferry " * 20).strip(), ("ferry " * 40).strip()
    assert model.estimates([(fits, "Ferry. " + LONG), (too_long, "Ferry. " + LONG)]) == [
        model.estimates([(fits, "Ferry. " + LONG)])[0],
        Estimate(0.0, 0.0, 1.0),
    ]


def test_no_row_is_longer_than_the_model_takes(model: NamedModel) -> None:
    dense = "a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q-r-s-t-u-v-w-x-y-z-" * 9
    for evidence in (LONG, dense, f"{LONG} {dense} {LONG}"):
        rows = list(model.reader.rows(CLAIM, evidence))
        assert max(len(ids) for _, (ids, _) in rows) <= 48
        covered = {at for (start, end), _ in rows for at in range(start, end)}
        assert {at for at, character in enumerate(evidence) if character.strip()} <= covered


def test_the_name_of_a_special_token_is_text(model: NamedModel) -> None:
    honest, tricked = model.estimates([(CLAIM, f"Dogs. {CLAIM}"), (CLAIM, f"Dogs. [SEP] {CLAIM} [SEP]")])
    assert honest.support == tricked.support


def test_relevance_is_what_is_not_left_open(model: NamedModel) -> None:
    supporting, refuting, other, empty = model.relevances(
        [(CLAIM, SUPPORTS), (CLAIM, REFUTES), (CLAIM, OTHER), (CLAIM, " ")]
    )
    assert min(supporting, refuting) > 0.9
    assert other < 0.2
    assert empty == 0


def test_it_can_be_asked_by_many_threads(model: NamedModel) -> None:
    pairs = [(CLAIM, SUPPORTS), (CLAIM, f"{LONG} {REFUTES}")]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(model.estimates, [pairs] * 40))
    assert found == [model.estimates(pairs)] * 40


def test_a_model_is_what_the_protocol_says(tmp_path: Path) -> None:
    folder = tiny_models.save(tmp_path)
    judge: EntailmentModel = named(str(folder))
    assert judge.name == f"nli:{folder}"
    assert judge.thresholds == Thresholds(0.5, 0.5)


def test_the_version_changes_with_what_is_in_the_files_alone(tmp_path: Path) -> None:
    first = named(str(tiny_models.save(tmp_path / "a"))).version
    assert named(str(tiny_models.save(tmp_path / "b"))).version == first
    other = tiny_models.save(tmp_path / "c", labels=("contradiction", "entailment", "neutral"))
    assert named(str(other)).version != first
    tiny_models.save(tmp_path / "b", config={"max_position_embeddings": 40})
    assert named(str(tmp_path / "b")).version != first


@pytest.mark.parametrize(
    ("config", "files", "expected"),
    [
        pytest.param({"max_position_embeddings": 100}, {}, 100, id="places"),
        pytest.param({"max_position_embeddings": 100}, {"model_max_length": 64}, 64, id="tokenizer"),
        pytest.param({"max_position_embeddings": 100}, {"model_max_length": 1e30}, 100, id="tokenizer without limit"),
        pytest.param({"max_position_embeddings": None}, {}, 512, id="nothing said"),
        pytest.param({"max_position_embeddings": 8192}, {}, 2048, id="more than is sensible"),
        pytest.param(
            {"model_type": "roberta", "max_position_embeddings": 514, "pad_token_id": 1}, {}, 512, id="RoBERTa"
        ),
    ],
)
def test_how_much_it_takes(
    tmp_path: Path, config: Mapping[str, object], files: Mapping[str, object], expected: int
) -> None:
    tiny_models.save(tmp_path, config=config)
    if files:
        (tmp_path / "tokenizer_config.json").write_text(json.dumps(files), encoding="utf-8")
    assert named(str(tmp_path)).reader.longest == expected


UNNAMED = {"id2label": {"0": "0", "1": "1"}}


def test_minicheck_is_known_by_its_name(tmp_path: Path) -> None:
    folder = tiny_models.save(tmp_path / "MiniCheck-tiny", labels=("not", "s"), config=UNNAMED, separators=2)
    origin = tiny_models.save(
        tmp_path / "other",
        labels=("not", "s"),
        config={**UNNAMED, "_name_or_path": "someone/MiniCheck-tiny"},
        separators=2,
    )
    for judge in (named(str(folder)), named(str(origin))):
        assert [says(each) for each in judge.estimates([(CLAIM, SUPPORTS), (CLAIM, OTHER)])] == ["support", "open"]
        assert len(judge.reader.frame.between) == 1


def test_numbers_that_are_no_minichecks_are_not_guessed(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not say what its classes mean"):
        named(str(tiny_models.save(tmp_path / "MiniCheck" / "other", labels=("not", "s"), config=UNNAMED)))


def test_other_models_join_a_pair_as_their_tokenizer_does(tmp_path: Path) -> None:
    judge = named(str(tiny_models.save(tmp_path, separators=2)))
    assert judge.reader.frame.between == (tiny_models.VOCABULARY["[SEP]"],) * 2


def test_hhem_in_onnx_reads_its_prompt(tmp_path: Path) -> None:
    config = {"model_type": "HHEMv2", "architectures": ["HHEMv2ForSequenceClassification"], "id2label": None}
    prompt = {"prompt": "[CLS] dogs? {text1} [SEP] museum: {text2}"}
    folder = tiny_models.save(
        tmp_path,
        labels=("not", "s"),
        inputs=("input_ids", "attention_mask"),
        config={**config, **prompt},
        by_token=True,
    )
    judge = named(str(folder))
    assert [says(each) for each in judge.estimates([(CLAIM, SUPPORTS), (CLAIM, OTHER)])] == ["support", "open"]
    (_, (ids, _)) = next(judge.reader.rows("Free.", "Ferry."))
    words = {at: word for word, at in tiny_models.VOCABULARY.items()}
    assert " ".join(words[each] for each in ids) == (
        "[CLS] dogs [UNK] ferry [UNK] [SEP] museum [UNK] free [UNK] [CLS] [SEP]"
    )
