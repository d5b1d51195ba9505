import { recordOf, textOf } from '../json.ts';

const telling: Readonly<Record<string, string>> = {
  Bash: 'command',
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  NotebookEdit: 'notebook_path',
  Glob: 'pattern',
  Grep: 'pattern',
  WebFetch: 'url',
  WebSearch: 'query',
  Task: 'description',
  Agent: 'description',
  Skill: 'skill',
};
const longest = 200;

/** The one argument of a tool call worth a line: a command, a path, a pattern; the first text of a tool it does not know. */
export function toolArgument(tool: string, input: unknown): string {
  const fields = recordOf(input);
  const named = textOf(fields[telling[tool] ?? '']);
  const value = named ?? Object.values(fields).find((field) => typeof field === 'string');
  const line = (textOf(value) ?? '').replaceAll(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
