"""The settings of a kept run."""

from truthfulness_evaluator.core.config import EvaluatorConfig
from truthfulness_evaluator.models.run import Run


def settings_of(run: Run) -> EvaluatorConfig:
    """The settings that a run had, whatever is set today. Keys and passwords, which are not kept, are today's.

    A setting that has its default value does not count as set.

    Raises:
        SettingsError: this version does not know a value, so that the run is of a newer one.

    Example:
        >>> settings_of(Run(id="1a2b3c4d", started_at="", settings={"max_evidence_items": 3})).max_evidence_items
        3
    """
    fields = EvaluatorConfig.model_fields
    config = EvaluatorConfig(**{name: value for name, value in run.settings.items() if name in fields})
    unset = {
        name for name, field in fields.items() if getattr(config, name) == field.get_default(call_default_factory=True)
    }
    config.model_fields_set.difference_update(unset)
    return config
