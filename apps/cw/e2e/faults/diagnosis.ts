import type { Finding } from '@cw/kernel';
import type { Workspace } from '../harness/workspace.ts';

export type Diagnosis = {
  readonly healthy: boolean;
  readonly database: { readonly state: string };
  readonly findings: readonly Finding[];
  readonly backup?: string | null;
  readonly repaired?: readonly { readonly repair: string; readonly changed: number }[];
};

type Answer = { readonly ok: boolean; readonly data?: Diagnosis; readonly error?: { readonly details: Diagnosis } };

/** What `cw doctor` tells. @throws Error when its exit code and its words do not go together */
export async function diagnose(cw: Pick<Workspace, 'runQuick'>, ...args: string[]): Promise<Diagnosis> {
  const ran = await cw.runQuick(['doctor', '--json', ...args]);
  const { ok, data, error }: Answer = JSON.parse(ran.stdout);
  const told = data ?? error?.details;
  if (told === undefined || ok !== (ran.code === 0) || ok !== told.healthy) {
    throw new Error(`cw doctor ended with ${ran.code}: ${ran.stdout} ${ran.stderr}`);
  }
  return told;
}

/** Names of the checks that found a problem, each once. */
export function problemsIn({ findings }: Diagnosis): readonly string[] {
  return [...new Set(findings.filter(({ level }) => level === 'problem').map(({ check }) => check))].sort();
}
