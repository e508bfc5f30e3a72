"""Imports from the project's own npm packages."""

import pytest
from fact_cases import Check, Row

from truthfulness_evaluator.facts.kinds.js_import import KIND

FILES = {
    "package.json": '{"name": "app", "exports": {".": {"types": "./index.d.ts", "default": "./dist/index.js"}, '
    '"./server": "./src/server.js", "./plugins/*": "./plugins/*.js"}}',
    "index.d.ts": "export interface AppOptions {}\nexport * from './types';\n",
    "types.d.ts": "export type Mode = 'a' | 'b';\n",
    "src/index.ts": "export { createApp } from './app';\nexport const version = '1';\nconst hidden = 1;\n",
    "src/app.ts": "export function createApp() {}\n",
    "src/server.js": "exports.listen = listen; function listen() {}\n",
    "packages/made/package.json": '{"name": "@scope/made", "main": "main.js"}',
    "packages/made/main.js": "module.exports = build();\n",
    "packages/made/lib/tools.js": "exports.run = 1;\n",
    "packages/plain/package.json": '{"name": "@scope/plain"}',
    "packages/plain/index.js": "module.exports = { runTask, stopTask };\n",
}


def js(*lines: str, language: str = "js") -> str:
    return "\n".join([f"```{language}", *lines, "```"])


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param(
            js("import app, { createApp, version as v } from 'app'"),
            [("createApp", "yes", None), ("version", "yes", None)],
            id="there",
        ),
        pytest.param(js("import { createApps } from 'app'"), [("createApps", "no", "createApp")], id="slip"),
        pytest.param(js("import { openEverything } from 'app'"), [("openEverything", "no", None)], id="in no code"),
        pytest.param(js("import { hidden } from 'app'"), [("hidden", "?", None)], id="in the code, not exported"),
        pytest.param(
            js("import type { AppOptions, Mode } from 'app'", language="ts"),
            [("AppOptions", "yes", None), ("Mode", "yes", None)],
            id="types",
        ),
        pytest.param(
            js("const { listen, stop: s } = require('app/server')"),
            [("listen", "yes", None), ("stop", "no", None), ("app/server", "yes", None)],
            id="required from a path",
        ),
        pytest.param(js("import 'app/servers'"), [("app/servers", "no", "app/server")], id="path slip"),
        pytest.param(js("import 'app/plugins/x'"), [("app/plugins/x", "yes", None)], id="path of a family"),
        pytest.param(js("import 'app/wholly/else'"), [("app/wholly/else", "?", None)], id="path near to none"),
        pytest.param(js("import { any } from '@scope/made'"), [("any", "?", None)], id="exports made at run time"),
        pytest.param(
            js("import { run } from '@scope/made/lib/tools'"),
            [("run", "yes", None), ("@scope/made/lib/tools", "yes", None)],
            id="a file of a package without a map",
        ),
        pytest.param(js("require('@scope/made/lib/tool')"), [("@scope/made/lib/tool", "?", None)], id="no such file"),
        pytest.param(
            js("const { runTasks } = require('@scope/plain')"), [("runTasks", "no", "runTask")], id="object exported"
        ),
        pytest.param(
            js("import { TaskOptions } from '@scope/plain'", language="ts"),
            [("TaskOptions", "?", None)],
            id="types from elsewhere",
        ),
        pytest.param(js("import { a } from 'other'", "import './app'"), [], id="other packages"),
        pytest.param(js("// before", "import { createApps } from 'app'"), [], id="the old way"),
        pytest.param(
            "In 1.0 it was:\n\nNo longer works:\n\n" + js("import { createApps } from 'app'"), [], id="the past"
        ),
        pytest.param(js("import { createApps } from 'app'", language="python"), [], id="another language"),
    ],
)
def test_imports(check: Check, text: str, rows: list[Row]) -> None:
    assert check(KIND, text, FILES) == rows
