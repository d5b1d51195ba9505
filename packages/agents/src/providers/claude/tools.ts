import type { AskedQuestion, ReadTool, TextChange, ToolKind, ToolReading } from '@cw/kernel';
import { isRecord, type JsonRecord, listOf, recordOf, textOf } from '../../model/json.ts';
import { lineOf, readPlainTool } from '../../model/plain-tool.ts';

/** What is special of a tool, beside its kind. */
type Tool = {
  readonly kind: ToolKind;
  /** The argument worth a line; the first text where it is absent. */
  readonly told?: string;
  readonly counts?: ToolReading['counts'];
};

/** Its tools by the names it gives them; all others are `other`. */
const tools: Readonly<Record<string, Tool>> = {
  Bash: { kind: 'shell', told: 'command' },
  Edit: { kind: 'edit', told: 'file_path' },
  MultiEdit: { kind: 'edit', told: 'file_path' },
  NotebookEdit: { kind: 'edit', told: 'notebook_path' },
  Write: { kind: 'write', told: 'file_path' },
  Read: { kind: 'read', told: 'file_path', counts: 'lines' },
  Grep: { kind: 'search', told: 'pattern', counts: 'hits' },
  Glob: { kind: 'search', told: 'pattern', counts: 'files' },
  LS: { kind: 'search', told: 'path', counts: 'files' },
  WebSearch: { kind: 'search', told: 'query' },
  WebFetch: { kind: 'fetch', told: 'url' },
  Task: { kind: 'task', told: 'description' },
  Agent: { kind: 'task', told: 'description' },
  Skill: { kind: 'other', told: 'skill' },
};

/** The tool with which it asks its person. */
const question = 'AskUserQuestion';

/** The tool that runs any command. */
export const shellTool = 'Bash';

/** Kinds of its tools by name. */
export const claudeKinds: Readonly<Record<string, ToolKind>> = Object.fromEntries(
  Object.entries(tools).map(([name, { kind }]) => [name, kind]),
);

/** Names of its tools that change files. */
export const changingTools: readonly string[] = Object.keys(tools).filter(
  (name) => tools[name]?.kind === 'edit' || tools[name]?.kind === 'write',
);

/** A call of one of its tools. */
export const readClaudeTool: ReadTool = (name, given) => {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  const input = recordOf(given);
  const plain = readPlainTool(name, given);
  const kind = tool?.kind ?? plain.kind;
  const told = textOf(input[tool?.told ?? '']);
  return {
    kind,
    line: told === null ? plain.line : lineOf(told),
    path: textOf(input.file_path) ?? textOf(input.notebook_path) ?? textOf(input.path),
    ...aboutOf(kind, told ?? '', input),
    changes: changesOf(kind, input),
    counts: tool?.counts ?? null,
    asks: name === question ? questionsIn(input) : null,
  };
};

/** What rules and people are told of. A limit of time, or whether it is waited for, changes nothing that a command does. */
function aboutOf(
  kind: ToolKind,
  subject: string,
  input: JsonRecord,
): Pick<ToolReading, 'subject' | 'purpose' | 'beside'> {
  switch (kind) {
    case 'shell': {
      const { command: _, description, timeout: __, run_in_background: ___, ...beside } = input;
      return { subject, purpose: textOf(description) ?? '', beside };
    }
    case 'edit': {
      const { replace_all, edit_mode, cell_id } = input;
      return { subject, purpose: '', beside: { replace_all, edit_mode, cell_id } };
    }
    case 'write':
    case 'read':
      return { subject, purpose: '', beside: {} };
    case 'fetch':
      return { subject, purpose: textOf(input.prompt) ?? '', beside: {} };
    default:
      return { subject: null, purpose: '', beside: {} };
  }
}

function changesOf(kind: ToolKind, input: JsonRecord): readonly TextChange[] {
  if (kind === 'write') return [{ before: '', after: textOf(input.content) ?? '' }];
  if (kind !== 'edit') return [];
  const edits = Array.isArray(input.edits) ? listOf(input.edits).map(recordOf) : [input];
  return edits.map(changeOf);
}

/** Of a cell in a notebook it says only what it becomes. */
function changeOf({ old_string, new_string, new_source }: JsonRecord): TextChange {
  const isCell = new_string == null && new_source != null;
  return { before: textOf(old_string) ?? (isCell ? null : ''), after: textOf(isCell ? new_source : new_string) ?? '' };
}

/** Its questions; none of another form. */
function questionsIn({ questions }: JsonRecord): readonly AskedQuestion[] {
  return listOf(questions)
    .filter(isRecord)
    .map((given) => ({
      question: textOf(given.question) ?? '',
      several: given.multiSelect === true,
      options: listOf(given.options)
        .filter(isRecord)
        .map(({ label, description }) => ({ label: textOf(label) ?? '', description: textOf(description) ?? '' })),
    }));
}

const exitCode = /^(?:Error: )?Exit code (\d+)\n?/;

/** The exit code that it writes before the output of a command that failed. */
export function exitIn(text: string): { readonly code: number; readonly length: number } | null {
  const found = exitCode.exec(text);
  return found === null ? null : { code: Number(found[1]), length: found[0].length };
}
