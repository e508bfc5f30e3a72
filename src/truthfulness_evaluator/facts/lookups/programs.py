"""Programs that documents name: which are other people's, which are this project's."""

from truthfulness_evaluator.project.project import Project
from truthfulness_evaluator.text.patterns import regex

_WELL_KNOWN = frozenset(
    """
    git gh hg svn pip pip3 pipx uv uvx poetry pdm hatch conda mamba micromamba virtualenv venv tox nox pytest
    py.test python python3 pypy twine build flit setuptools black ruff mypy flake8 isort pylint pyright coverage
    sphinx-build sphinx-quickstart mkdocs pre-commit docker docker-compose podman kubectl helm minikube npm npx
    yarn pnpm bun deno node nvm cargo rustc rustup go gofmt make cmake ninja gcc g++ clang ld bash sh zsh fish
    cmd powershell pwsh curl wget ssh scp rsync tar zip unzip gzip sudo apt apt-get dnf yum brew port pacman
    snap choco scoop winget nix systemctl journalctl service supervisorctl nginx apache2 redis-server redis-cli
    psql mysql sqlite3 mongo mongod createdb pg_dump ls cd cp mv rm mkdir rmdir touch cat less more head tail
    grep egrep rg find fd sed awk xargs sort uniq wc tee cut tr chmod chown ln du df ps top kill killall echo
    printf export source env set unset man which whereis whoami vim vi nano emacs code open xdg-open start tmux
    screen ffmpeg convert pandoc jq aws az gcloud terraform ansible ansible-playbook vagrant heroku flyctl
    celery gunicorn uvicorn flask django-admin manage.py airflow jupyter ipython openssl gpg ab wrk hey time
    date crontab dig nslookup ping nc telnet netstat lsof strace gdb perf valgrind java javac mvn gradle ruby
    gem bundle rake php composer perl cpan dotnet swift xcodebuild lua luarocks hyperfine locust
    """.split()  # noqa: SIM905 - one name a line would be three pages
)
"""Programs that most readers know from elsewhere."""

_TOOL = regex(
    r"(?i)(?<![\w./-])(?:pip|pipx|uv|poetry|conda|git|docker|podman|kubectl|helm|npm|npx|yarn|pnpm|node|deno|cargo|"
    r"rustc|rustup|gcc|clang|cmake|pytest|mypy|ruff|curl|wget|ssh|rsync|systemd|systemctl|apt-get|ffmpeg|pandoc|"
    r"terraform|ansible|vagrant|nginx|gunicorn|uvicorn|celery|jupyter|webpack|babel|typescript|tsc|eslint|"
    r"postgres|psql|mysql|redis-cli|kafka|chrome|chromium|firefox|electron|openssl|gpg|vim|neovim|emacs|tmux)(?![\w-])"
)
"""Names of programs that are no words of English."""

_OPTIONS_OF_OTHERS = frozenset(
    """
    --user --upgrade --editable --no-deps --requirement --index-url --extra-index-url --find-links --no-cache-dir
    --no-binary --only-binary --no-build-isolation --break-system-packages --target --system-site-packages
    --global --local --save --save-dev --save-exact --production --workspace --workspaces --location --omit
    --release --features --no-default-features --all-features --all-targets --package --manifest-path --example
    --examples --bins --tests --benches --lib --locked --frozen --offline --message-format --edition
    --recursive --recurse-submodules --depth --amend --signoff --force-with-lease --tags --rebase --ff-only --staged
    --cached --oneline --stat --name-only --author --no-verify --set-upstream --prune --no-ff --squash --hard --soft
    --rm --publish --volume --volumes --network --entrypoint --env-file --privileged --detach --interactive --tty
    --gpus --shm-size --restart --platform --build-arg --file --tag --no-cache --namespace --selector --replicas
    --verbose --quiet --silent --debug --dry-run --force --output --format --color --no-color --config --version --help
    --yes --all --list --show --filter --exclude --include --ignore --cov --cov-report --durations --maxfail
    --markers --collect-only --capture --inspect --inspect-brk --max-old-space-size --require --loader --import
    --header --data --request --insecure --proxy --cacert --compressed --fail --remote-name --user-agent
    --prefix --enable-shared --disable-shared --enable-static --with-openssl --host --build --no-sandbox --headless
    """.split()  # noqa: SIM905 - one name a line would be three pages
)
"""Options that many readers type to pip, git, docker, cargo, npm, pytest, node, curl or configure."""

_NAMED = regex(
    r"`{1,2}([a-z][\w.+-]*)(?:'s)?(?: [^`]*)?`{1,2}(?:'s)?|\b([a-z][\w.+-]*)(?:'s)? (?:command|option|flag|program)\b"
)


def is_well_known(program: str) -> bool:
    """Whether most readers know a program from elsewhere. It may still be the project's own."""
    return program in _WELL_KNOWN


def is_well_known_option(name: str) -> bool:
    """Whether widely used programs take an option, so that without a program's name it may be theirs."""
    return name in _OPTIONS_OF_OTHERS


def tools_in(text: str) -> tuple[str, ...]:
    """Widely used programs that a piece of prose names, in lower case, marked as code or not."""
    return tuple(match[0].lower() for match in _TOOL.finditer(text))


def programs_in(text: str) -> tuple[str, ...]:
    """Names in a piece of prose that may be programs: code spans and what stands before `command` or `option`."""
    return tuple(match[1] or match[2] for match in _NAMED.finditer(text))


def own_program(project: Project, program: str) -> str | None:
    """The name by which the project's command line knows a program of its own; None where it is no such one."""
    names = project.code.command_line.programs.names
    return next((name for name in (program, f"python -m {program}") if name in names), None)
