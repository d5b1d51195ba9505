import { type ScopeIds, settingReader } from '@cw/config';
import type { ReadDb } from '@cw/storage';
import { type ProviderName, programOf } from '../providers/programs.ts';

/** How the program is found that does a task. */
export type ProgramCommand = {
  readonly program: ProviderName;
  /** A path, or a name to look for on the PATH. */
  readonly command: string;
  /** Key of the setting that says so. */
  readonly setting: string;
  /** The one thing that it is set for; undefined: the workspace. */
  readonly setFor: ScopeIds | undefined;
};

/** How a program is found for a task, for many tasks; undefined where it needs none to be found. */
export async function programCommands(
  db: ReadDb,
  program: ProviderName,
): Promise<(ids: ScopeIds) => ProgramCommand | undefined> {
  const key = programOf(program).settings.command;
  if (key === null) return () => undefined;
  const settingFor = await settingReader(db, key);
  return (ids) => {
    const { value: command, from, scopeId } = settingFor(ids);
    return { program, command, setting: key.key, setFor: scopeId === null ? undefined : { [from]: scopeId } };
  };
}
