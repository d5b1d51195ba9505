import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EditedText, Refusal } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { inForeground, throughShell } from './in-foreground.ts';
import type { Terminal } from './terminal.ts';

type Where = Pick<Terminal, 'env' | 'interactive'>;

/**
 * Has a person edit a text in `VISUAL`, else `EDITOR`, else `vi`.
 * @param name what the text is, for the name of its file
 * @returns what they made of it. Where the editor fails or leaves nothing, a refusal that names the file, which is kept.
 */
export function editText(
  { name, text }: { readonly name: string; readonly text: string },
  where: Where,
): Result<EditedText, Refusal> {
  const { env, interactive } = where;
  const chosen = [env.VISUAL, env.EDITOR].find((line) => line !== undefined && line.trim() !== '');
  if (chosen === undefined && !interactive)
    return err(noEditor('No editor is set, and there is no terminal to open one in.'));
  const path = join(mkdtempSync(join(tmpdir(), 'cw-edit-')), `${name}.md`);
  writeFileSync(path, text, { mode: 0o600 });
  const { error, status, signal } = inForeground(throughShell(chosen ?? 'vi', path), { env });
  const edited = readEdited(path);
  const done = () => rmSync(dirname(path), { recursive: true, force: true });
  if (chosen === undefined && status === 127) {
    done();
    return err(noEditor('There is no editor called vi.'));
  }
  if (error !== undefined || status !== 0 || edited === undefined) {
    const how = error?.message ?? (signal === null ? `exit code ${status}` : signal);
    const message =
      edited === undefined ? `${path} is gone after editing.` : `The editor ${chosen ?? 'vi'} failed (${how}).`;
    return err(
      kept(
        { code: 'edit.failed', message: `${message} Nothing was changed.` },
        edited === undefined ? undefined : path,
      ),
    );
  }
  if (edited.trim() === '')
    return err(kept({ code: 'edit.empty', message: 'The text is empty. Nothing was changed.' }, path));
  return ok({ text: edited, done, kept: (refusal) => kept(refusal, path) });
}

function readEdited(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function noEditor(why: string): Refusal {
  return {
    code: 'edit.no-editor',
    message: `${why} Nothing was changed.`,
    hint: 'Set VISUAL or EDITOR to the command of your editor, such as EDITOR=nano.',
    kind: 'unavailable',
  };
}

/** A refusal that tells where the text is that somebody typed. */
function kept(refusal: Refusal, path: string | undefined): Refusal {
  if (path === undefined) return refusal;
  const where = `Your text is kept in ${path}.`;
  return { ...refusal, hint: refusal.hint === undefined ? where : `${where} ${refusal.hint}` };
}
