import type { TempDir } from '@cw/testkit';

/** What the lines name, made before any of them is tried. */
export type Named = {
  readonly folder: TempDir['path'];
  /** Path of a repository in nobody's care. */
  readonly repository: string;
  /** Open, ready, of the project `sample`. */
  readonly task: string;
  readonly other: string;
  /** The run and the merge request of a task that is done; it has two follow-ups that wait. */
  readonly run: string;
  readonly merge: string;
  readonly followUps: readonly [string, string];
};

export type Line = {
  /** What follows the command. */
  readonly args: readonly string[];
  /** Code of the refusal that the line ends in, where the world of the tests holds no better one. */
  readonly refused?: string;
  readonly isList?: true;
  /** What `--quiet` prints, a line each. @defaultValue ids */
  readonly quiet?: RegExp;
};

const list = (...args: string[]): Line => ({ args, isList: true });
const line = (...args: string[]): Line => ({ args });
const refused = (code: string, ...args: string[]): Line => ({ args, refused: code });

/** One line for each command. They are tried in the order of the program's help, and each finds what it needs there. */
export const lines = (at: Named): Readonly<Record<string, Line>> => ({
  init: line(),
  demo: refused('demo.home-in-use'),
  open: refused('server.not-running', '--print'),
  version: { args: [], quiet: /^\d+\.\d+\.\d+$/ },
  status: { args: [], quiet: /^ib_\w+$/ },
  watch: refused('watch.for-people'),
  events: { args: ['--limit', '20'], isList: true, quiet: /^\d+$/ },
  undo: refused('undo.not-confirmed'),
  prime: line(),
  setup: line('claude'),
  health: { args: [], quiet: /^[a-z]+$/ },
  doctor: line(),
  'backup create': line(),
  'backup list': list(),
  'backup restore': refused('backup.not-found', 'none.db'),
  completion: line('bash'),
  'project add': line(at.repository, '--name', 'second'),
  'project list': list(),
  'project show': line('second'),
  'project set': line('second', '--goal', 'Be quick.'),
  'project files': line('sample'),
  'project remove': line('second'),
  'task ready': list(),
  'inbox list': list('--ended'),
  'rule add': line('Bash', 'npm test*', '--project', 'sample'),
  'rule list': list(),
  'rule update': refused('rule.not-found', 'ru_none', '--tool', 'Bash'),
  'rule remove': refused('rule.not-found', 'ru_none'),
  'rule restore': refused('rule.not-found', 'ru_none'),
  'inbox show': refused('inbox.not-found', 'ib_none'),
  'inbox answer': refused('inbox.not-found', 'ib_none', 'retry'),
  'message send': line('person', 'Look at the docs.', '--priority', 'P1'),
  'message list': list(),
  'message show': refused('message.not-found', 'msg_none'),
  'message unread': refused('message.not-found', 'msg_none'),
  'run message': refused('steer.run-over', at.run, 'Hello.'),
  'run messages': list(at.run),
  'run takeover': refused('task.already-closed', at.run),
  'run handback': refused('steer.not-taken-over', at.run),
  'run follow-up': refused('run.not-found', 'rn_none', 'And more.'),
  'task cancel': line(at.other, '--dry-run'),
  'inbox dismiss': refused('inbox.not-found', 'ib_none'),
  'inbox restore': refused('inbox.not-found', 'ib_none'),
  'task list': list('--all'),
  'task show': line(at.task),
  'task comments': list(at.task),
  'task history': list(at.task),
  'task proposals': list(),
  'task dep list': line(at.task),
  'task blocked': list(),
  'task search': list('One'),
  'task query': list('status = open'),
  'task count': { args: ['--by', 'label'], isList: true, quiet: /^\d+$/ },
  'task stats': line(),
  'task stale': list('--days', '0'),
  'task create': line('A new one'),
  'task quick': line('Another', 'new', 'one'),
  'task update': line(at.task, '--priority', 'P1'),
  'task claim': line(at.task),
  'task release': line(at.task),
  'task comment': line(at.task, 'Something to say.'),
  'task label add': line(at.task, 'auth', 'needs design'),
  'task label remove': line(at.task, 'auth'),
  'task label list': { args: [], isList: true, quiet: /^.+$/ },
  'task artifact add': line(at.task, 'docs/report.md', '--kind', 'report'),
  'task artifact list': { args: [at.task], isList: true, quiet: /^.+$/ },
  'task dep tree': line(at.task),
  'task dep cycles': list(),
  'task dep add': line(at.task, '--needs', at.other),
  'task dep remove': line(at.task, '--needs', at.other),
  'task batch': list(`${at.folder}/batch.txt`),
  'task close': line(at.other),
  'task reopen': line(at.other),
  'task assign': line(at.other),
  assign: line(at.other),
  'task accept': line(at.followUps[0]),
  'task decline': line(at.followUps[1]),
  'task approve': refused('task.no-gate', at.task),
  'task import': line(`${at.folder}/import.jsonl`),
  'task export': line(`${at.folder}/export.jsonl`),
  'task heartbeat': refused('task.not-held', at.task),
  'task plan set': line(at.task, '--goal', 'It is.', '--approach', 'Do it.', '--step', 'First.', '--touches', 'a.txt'),
  'task plan show': line(at.task),
  'task plan approve': refused('task.plan-changed', at.task, '--digest', '000000000000'),
  'task checkpoint add': line(at.task, 'So far.'),
  'task checkpoint list': list(at.task),
  'task replan': line(at.task, '--reason', 'Another way.', '--file', `${at.folder}/replan.json`),
  'task delete': line(at.other),
  'task restore': line(at.other),
  'agent list': list(),
  'agent show': line('worker-1'),
  'agent register': line('nightly', '--provider', 'codex', '-c', 'browser'),
  'agent heartbeat': line('nightly'),
  'agent remove': line('nightly'),
  'run list': list(),
  'run show': line(at.run),
  'run log': line(at.run),
  'run prompt': line(at.run),
  'run stop': refused('run.ended', at.run),
  'run retry': refused('task.already-closed', at.run),
  'run compare': refused('compare.same-run', at.run, at.run),
  'merge list': list(),
  'merge show': line(at.merge),
  'merge retry': refused('merge.already-merged', at.merge),
  'merge cancel': refused('merge.already-merged', at.merge),
  'merge hold': refused('merge.already-merged', at.merge),
  'merge release': refused('merge.already-merged', at.merge),
  'merge update': refused('merge.already-merged', at.merge, '--priority', 'P0'),
  pause: { args: ['--reason', 'lunch'], quiet: /^workspace$/ },
  cleanup: { args: ['--dry-run'], quiet: /^.+$/ },
  resume: { args: [], quiet: /^workspace$/ },
  'account add': line('work', '--provider', 'claude', '--env', 'KEY=value'),
  'account list': list(),
  'account show': line('work'),
  'account remove': line('work'),
  'config list': { args: [], isList: true, quiet: /^[a-z]+\.\S+$/ },
  'config get': { args: ['orchestrator.maxConcurrent'], quiet: /^\S+$/ },
  'config set': line('orchestrator.maxConcurrent', '2'),
  'config unset': line('orchestrator.maxConcurrent'),
});
