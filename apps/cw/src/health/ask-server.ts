import type { Advice } from '@cw/kernel';
import { isAlive, readServerFile, type ServerInfo } from '../http/server-file.ts';
import type { Concern, HealthReport } from './health-report.ts';
import { isServer, isStopped } from './server-process.ts';

/** How long a server may take to answer, in milliseconds; it looks at its folders meanwhile. */
const patience = 8_000;

/** `none`: there is no server. `silent`: its process is there and gives no answer. */
export type Asked =
  | { readonly state: 'none' }
  | { readonly state: 'silent'; readonly url: string; readonly pid: number }
  | { readonly state: 'answers'; readonly report: HealthReport };

/** Asks the server of a workspace how it is. */
export async function askServer(home: string): Promise<Asked> {
  const info = readServerFile(home);
  if (info === undefined || !isAlive(info.pid)) return { state: 'none' };
  const isThere = isServer(info.pid);
  const report = isThere && isStopped(info.pid) ? undefined : await fetchReport(info);
  if (report !== undefined && report.home === home) return { state: 'answers', report };
  return report === undefined && isThere ? { state: 'silent', url: info.url, pid: info.pid } : { state: 'none' };
}

async function fetchReport({ url, token }: ServerInfo): Promise<HealthReport | undefined> {
  try {
    const answer = await fetch(`${url}/api/trpc/system.health`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(patience),
    });
    const body: unknown = answer.ok ? await answer.json() : undefined;
    return reportIn(body);
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Written by this same program, of whatever version: what tells a report is that it says whether all is well. */
function reportIn(body: unknown): HealthReport | undefined {
  const data: unknown = field(field(body, 'result'), 'data');
  if (typeof field(data, 'well') !== 'boolean' || !Array.isArray(field(data, 'concerns'))) return undefined;
  const report = data as Omit<HealthReport, 'concerns'> & { readonly concerns: readonly Told[] };
  return { ...report, concerns: report.concerns.map(asItIs) };
}

/** A concern in the words for a screen, with its advice as it is; a server of an earlier version gives only the words. */
type Told = Concern & { readonly advice?: Advice };

/** The words for a screen have the steps in them, which must not be told twice. */
function asItIs({ advice, hint, ...concern }: Told): Concern {
  return { ...concern, ...(advice ?? { hint }) };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
