import type { AccountProgram } from '@cw/accounts';
import type { ToolKind } from '@cw/kernel';
import { noAbilities, type ProviderAbilities } from '../model/provider-abilities.ts';
import type { AccountFields, Program } from '../ports/program.ts';
import { claude } from './claude/index.ts';
import { script } from './script/index.ts';

/** Every agent program that can do a task; of those that do the same, the first is taken where nobody says which. */
const all = [claude, script] as const;

export const programs: readonly Program[] = all;

/** Names of agent programs. */
export type ProviderName = (typeof all)[number]['name'];

export const providerNames: readonly ProviderName[] = all.map(({ name }) => name);

/** One of them by its name. @throws Error for a name that none has */
export function programOf(name: ProviderName): Program {
  const found = programs.find((program) => program.name === name);
  if (found === undefined) throw new Error(`there is no agent program ${name}`);
  return found;
}

/** What a program is able to do; nothing where a row names one that is gone. */
export function abilitiesOf(name: string): ProviderAbilities {
  return programs.find((program) => program.name === name)?.abilities ?? noAbilities;
}

/** The program that is started for a task, by whether that has a script. */
export function programFor({ hasScript }: { readonly hasScript: boolean }): ProviderName {
  const does: Program['does'] = hasScript ? 'script' : 'task';
  const found = all.find((program) => program.does === does);
  if (found === undefined) throw new Error(`no agent program is there for a ${does}`);
  return found.name;
}

/** Programs that an account can be a login of. */
export function accountPrograms(): readonly AccountProgram[] {
  return programs.flatMap(({ name, title, account }) => (account === null ? [] : [loginOf(name, title, account)]));
}

function loginOf(name: string, title: string, { usualFolder, names }: AccountFields): AccountProgram {
  return { name, title, usualFolder, variable: names.variables[0] };
}

/** The tools of all programs, by the names that a person types in a rule. */
export function knownTools(): readonly { readonly name: string; readonly kind: ToolKind }[] {
  const kinds = new Map(programs.toReversed().flatMap(({ tools }) => Object.entries(tools.kinds)));
  return [...kinds].map(([name, kind]) => ({ name, kind }));
}
