import { expect, test } from 'vitest';
import { declaredPackages, declaresPackages } from './declared-packages.ts';

test.each<readonly [string, string, Record<string, string>]>([
  [
    'web/package.json',
    '{"name":"x","dependencies":{"left-pad":"^1.3.0","@a/b":"workspace:*"},"devDependencies":{"@c/d":"2"}}',
    { 'left-pad': '^1.3.0', '@c/d': '2' },
  ],
  ['package.json', '{"dependencies": half', {}],
  ['package.json', '{"dependencies":{"<script>":"1"},"devDependencies":["x"],"peerDependencies":null}', { 0: 'x' }],
  ['composer.json', '{"require":{"monolog/monolog":"^3"}}', { 'monolog/monolog': '^3' }],
  [
    'pyproject.toml',
    `[project]
name = "x" # dependencies = ["not-this"]
dependencies = [
  "requests>=2.31", # why
  'uvicorn[standard] ~= 0.30 ; python_version > "3"',
]
[project.optional-dependencies]
test = ["pytest"]
[tool.poetry.dependencies]
python = "^3.12"
rich = "^13"
[tool.poetry.group.dev.dependencies]
black = { version = "24", optional = true }
[tool.other]
list = ["no"]`,
    { requests: '>=2.31', uvicorn: '~= 0.30', pytest: '', rich: '^13', black: '24' },
  ],
  ['requirements-dev.txt', '# x\n-r base.txt\nflask==3.0 # y\nnumpy\r\n', { flask: '==3.0', numpy: '' }],
  [
    'crates/a/Cargo.toml',
    `[package]
version = "1"
[dependencies]
serde = { version = "1", features = ["derive"] }
own = { path = "../own" }
log.workspace = true
[target.'cfg(unix)'.dev-dependencies]
nix = "0.29"
[dependencies.tokio]
version = "1.40"
features = ["full"]`,
    { serde: '1', log: '', nix: '0.29', tokio: '1.40' },
  ],
  [
    'go.mod',
    `module example.com/x
require github.com/a/b v1.2.3
require (
	github.com/c/d/v2 v2.0.0
	github.com/e/f v0.1.0 // indirect
)`,
    { 'github.com/a/b': 'v1.2.3', 'github.com/c/d/v2': 'v2.0.0' },
  ],
  ['Gemfile', "gem 'rails', '~> 7'\n  gem \"puma\"\n# gem 'no'", { rails: '~> 7', puma: '' }],
])('what %s asks for', (path, text, packages) => {
  expect(declaresPackages(path)).toBe(true);
  expect(Object.fromEntries(declaredPackages(path, text))).toEqual(packages);
});

test.each(['package-lock.json', 'src/go.mod.ts', 'README.md'])('%s asks for nothing', (path) => {
  expect(declaresPackages(path)).toBe(false);
});
