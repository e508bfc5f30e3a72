import pytest

from truthfulness_evaluator.project.secret_files import holds_private_key, is_secret

SECRET = [
    ".env",
    ".env.local",
    ".env.production",
    ".env.example",
    "sub/.env",
    "deploy/.envrc",
    "prod.env",
    "server.pem",
    "certs/tls.key",
    "app.p12",
    "store.jks",
    "keys/id_rsa",
    "id_ed25519.pub",
    "deploy_rsa",
    "backup.kdbx",
    ".netrc",
    ".pgpass",
    ".npmrc",
    ".pypirc",
    ".htpasswd",
    ".git-credentials",
    "home/.ssh/config",
    "home/.aws/credentials",
    ".docker/config.json",
    "credentials",
    "credentials.json",
    "config/credentials.yml.enc",
    "gcp-credentials.json",
    "aws_credentials.toml",
    "secrets.yaml",
    "secrets.json",
    "config/app-secrets.yml",
    "client_secret_123.json",
    "my-service-account.json",
    "config/master.key",
    "terraform.tfstate",
    "terraform.tfstate.backup",
    "prod.tfvars",
    ".vault_pass",
    "kubeconfig",
    "password.txt",
    "Secrets.YAML",
    ".ENV",
]
SHOWN = [
    "src/app/credentials.py",
    "src/secrets.go",
    "lib/env.py",
    "environment.yml",
    "docs/secrets.md",
    "src/keys.ts",
    "keyboard.json",
    "src/secrets/__init__.py",
    "monkey.py",
    ".github/workflows/ci.yml",
    "tokens.py",
    "tokenizer.json",
    "settings.toml",
    "README.md",
    "Makefile",
    "password_reset.html",
    "environ.txt",
    "turkey.txt",
]


@pytest.mark.parametrize("path", SECRET)
def test_files_of_keys_and_passwords(path: str) -> None:
    assert is_secret(path)


@pytest.mark.parametrize("path", SHOWN)
def test_other_files(path: str) -> None:
    assert not is_secret(path)


BODY = "MIIEowIBAAKCAQEA" * 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}\n", True),
        (f"-----BEGIN PRIVATE KEY-----\r\n{BODY}\r\n", True),
        (f'KEY = "-----BEGIN EC PRIVATE KEY-----\\n{BODY}"', True),
        (f'KEY = (\n    "-----BEGIN PRIVATE KEY-----\\n"\n    "{BODY}"\n)', True),
        ('if line == "-----BEGIN RSA PRIVATE KEY-----":\n    return True\n', False),
        (f"-----BEGIN CERTIFICATE-----\n{BODY}\n", False),
    ],
)
def test_a_private_key_in_a_text(text: str, expected: bool) -> None:
    assert holds_private_key(text) is expected
