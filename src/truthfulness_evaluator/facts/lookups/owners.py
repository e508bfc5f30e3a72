"""What the first link of a name belongs to: a class that is nowhere, a module that is only a script."""

from functools import lru_cache

from truthfulness_evaluator.facts.lookups.vocabulary import is_prose, others_with
from truthfulness_evaluator.project.declarations import SymbolKind
from truthfulness_evaluator.project.definitions import Definition
from truthfulness_evaluator.project.modules import SUFFIXES, module_of_target
from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.names import folded, words_of

_PACKAGE_FILES = ("/__init__.py", "/__init__.pyi")
_CONSTANTS = frozenset({SymbolKind.ATTRIBUTE, SymbolKind.CONSTANT})


def owner_meant(name: str, project: Project) -> Definition | None:
    """What `GraphCommand.PARENT` stands for: the only constant of that name in any class, if its class has a name of
    one word more or less, and neither code nor document defines or imports the class as written.
    """
    owner, dot, leaf = name.partition(".")
    if not dot or not leaf.isidentifier() or not leaf.isupper() or len(words_of(owner)) < 1 or owner.islower():
        return None
    found = [each for each in project.code.named(leaf) if each.symbol is not None]
    if len(found) != 1 or found[0].symbol is None or found[0].symbol.kind not in _CONSTANTS:
        return None
    cls = found[0].symbol.name.rpartition(".")[0]
    if not cls or not _is_one_word_off(owner, cls.rpartition(".")[2]):
        return None
    return None if _is_known(owner, project) else found[0]


def is_script(root: str, project: Project) -> bool:
    """Whether a module is but a file of the repository's own: examples call theirs alike (`main`, `tasks`, `config`).

    It is none where it is a package, has the name of what the project is installed as, or is where a program starts.
    """
    return root in _scripts(project)


@lru_cache(maxsize=16)
def _scripts(project: Project) -> frozenset[str]:
    installed = {folded(name) for name in project.manifests.project_names}
    started = {module_of_target(script.target or "").partition(".")[0] for _, script in project.manifests.scripts}
    files: dict[str, bool] = {}
    for path, name in project.code.modules.by_path.items():
        root = name.partition(".")[0]
        alone = name == root and not path.endswith(_PACKAGE_FILES)
        files[root] = files.get(root, True) and alone
    return frozenset(
        root for root, alone in files.items() if alone and folded(root) not in installed and root not in started
    )


def _is_one_word_off(owner: str, cls: str) -> bool:
    longer, shorter = sorted((words_of(owner), words_of(cls)), key=len, reverse=True)
    if len(longer) != len(shorter) + 1:
        return False
    return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))


def _is_known(owner: str, project: Project) -> bool:
    """Whether code has a thing of that name, or a document makes one."""
    if project.code.named(owner) or owner in _imported(project):
        return True
    if any(not path.endswith(SUFFIXES) for path in project.code.words.files_with(owner)):
        return True  # code in another language has it
    for path in others_with(project, owner):
        if not is_prose(path) or f"class {owner}" in (project.tree.text(path) or ""):
            return True
    return False


@lru_cache(maxsize=16)
def _imported(project: Project) -> frozenset[str]:
    return frozenset(item.name for facts in project.code.files.values() for item in facts.imports)
