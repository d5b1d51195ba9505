import { accountSecrets } from '@cw/accounts';
import { hideSecrets } from '@cw/kernel';
import { hostSecrets } from './adapters/child-environment.ts';
import type { AgentsDeps } from './agents.module.ts';
import type { RunRecord } from './model/run.ts';
import type { Program } from './ports/program.ts';
import { programs } from './providers/programs.ts';

/** Shorter values are words that stand in many texts. */
const shortestSecret = 8;

/** What takes out of a text, before anybody reads it, what looks like a secret and what the agent of a run signed in with. */
export async function hiderFor(
  { home, hostEnv }: Pick<AgentsDeps, 'home' | 'hostEnv'>,
  { accountId }: Pick<RunRecord, 'accountId'>,
): Promise<(text: string) => string> {
  const known =
    accountId === null
      ? programs.flatMap((program) => secretsOf(hostEnv, program))
      : await accountSecrets(home, accountId);
  const values = known
    .filter((value) => value.length >= shortestSecret)
    // In a line of JSON it stands as JSON has it.
    .flatMap((value) => [...new Set([value, JSON.stringify(value).slice(1, -1)])])
    .sort((a, b) => b.length - a.length);
  return (text) => hideSecrets(text, values);
}

function secretsOf(hostEnv: AgentsDeps['hostEnv'], { account }: Program): readonly string[] {
  return account === null ? [] : hostSecrets(hostEnv, account.names);
}
