"""Files that hold keys and passwords: they are never shown to a model, never listed to it, and are no evidence."""

import re
from functools import lru_cache

from truthfulness_evaluator.text.patterns import regex


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_FOLDERS = _set("""
    .ssh .gnupg .aws .azure .gcloud .kube .docker .vault secrets .secrets private_keys
""")
"""Folders whose data files are secret, whatever their names."""
_CODE = regex(r".*\.(?:py|pyi|js|jsx|mjs|cjs|ts|tsx|go|rs|java|kt|c|h|cc|cpp|cs|rb|php|sh|swift|scala|md|rst)")
"""Files with these endings in such folders, or with such names, are code or documents about secrets, not secrets."""
_NAMES = regex(
    r"""
    \.env.* |.*\.env                                            # also `.env.example`: people copy real ones there
    |.*\.(?:pem|key|p8|p12|pfx|jks|keystore|truststore|ppk|kdbx?|gpg|pgp|ovpn|mobileprovision|der)
    |.*\.(?:secrets?|credentials?|passwd|password|tfstate|tfvars|token) |.*\.tfstate\.backup |.*\.tfvars\.json
    |id_(?:rsa|dsa|ecdsa|ed25519)(?:[_.-].*)? |.*_(?:rsa|dsa|ecdsa|ed25519)
    |[._]netrc |\.pgpass |\.my\.cnf |\.npmrc |\.yarnrc |\.pypirc |\.htpasswd |htpasswd |\.git-credentials |\.gitcookies
    |\.dockercfg |\.dockerconfigjson |\.boto |\.s3cfg |\.rclone\.conf |rclone\.conf |kubeconfig |.*\.kubeconfig
    |\.?vault[-_]?pass(?:word)?(?:\.txt)? |\.?passwords?(?:\.\w+)? |passwd |shadow |\.?tokens?
    |(?:.*[-_.])?(?:credentials?|secrets?)(?:[-_.][\w-]+)?(?:\.(?:json|ya?ml|toml|ini|cfg|conf|xml|csv|txt|properties)(?:\.enc)?)?
    |(?:client|app)[-_]secrets?.*\.json |.*service[-_]?account.*\.json |google-services\.json |master\.key
    """,
    re.VERBOSE,
)
_PRIVATE_KEY = regex(r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n|[\"'+])*[A-Za-z0-9+/=:, -]{40}")
"""The beginning of a key as it is kept in files and in strings; code that only looks for one has no key behind it."""


@lru_cache(maxsize=1 << 16)
def is_secret(path: str) -> bool:
    """Whether a file is one that people keep keys and passwords in, by its path with forward slashes.

    Example:
        >>> [is_secret(path) for path in (".env", "deploy/id_rsa", "config/credentials.yml", "src/app/credentials.py")]
        [True, True, True, False]
    """
    *folders, name = path.lower().split("/")
    if _CODE.fullmatch(name) and not name.startswith(".env"):
        return False
    return not _FOLDERS.isdisjoint(folders) or _NAMES.fullmatch(name) is not None


def holds_private_key(text: str) -> bool:
    """Whether a private key stands in a text."""
    return "PRIVATE KEY" in text and _PRIVATE_KEY.search(text) is not None
