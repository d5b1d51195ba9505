import { setTimeout as pause } from 'node:timers/promises';
import { type ModelRequest, result, type Script, type ScriptedModel, type TempRepo, tempRepo, tool } from '@cw/testkit';

/** A repository of a few dozen files, whose user has a name. */
export async function sampleRepo(): Promise<TempRepo> {
  const parts = Array.from({ length: 40 }, (_, number) => [`src/part-${number}.js`, part(number)] as const);
  const repo = await tempRepo({ files: { 'README.md': '# Sample\n', ...Object.fromEntries(parts) } });
  await repo.git('config', 'user.name', 'Sample User');
  await repo.git('config', 'user.email', 'user@example.test');
  return repo;
}

function part(number: number): string {
  return `export function part${number}() {\n  return ${number};\n}\n`;
}

/** Unlike any other task's: the model knows by it what it is asked. */
export function taskTitle(number: number): string {
  return `Write the note number ${String(number).padStart(2, '0')}`;
}

function noteOf(number: number): string {
  return `notes/note-${number}.md`;
}

export function isMerged(files: ReadonlySet<string>, number: number): boolean {
  return files.has(noteOf(number));
}

/**
 * Lets the model do each task in four answers. The last is a structured result where one is asked for, else a text.
 * @param thinking how long it takes for each, in milliseconds.
 */
export function workOnTasks(model: ScriptedModel, count: number, thinking: number): void {
  for (let number = 0; number < count; number += 1) {
    const note = noteOf(number);
    const answers: readonly Script[] = [
      () => tool('Bash', { command: 'ls src | head -5' }),
      () => tool('Bash', { command: `mkdir -p notes && echo 'Note ${number}.' > ${note}` }),
      () => tool('Bash', { command: `grep -c Note ${note}` }),
      ({ tools }) =>
        tools.includes('StructuredOutput')
          ? result({ status: 'done', summary: `Wrote ${note}.` })
          : { kind: 'text', text: `Wrote ${note}.` },
    ];
    model.when(
      taskTitle(number),
      answers.map((answer) => async (request: ModelRequest) => {
        await pause(thinking);
        return answer(request);
      }),
    );
  }
}
