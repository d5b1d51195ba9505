import type { FailureClass } from '../../model/run-view.ts';
import type { RunTrace } from '../../model/stream/run-trace.ts';
import type { FailureWords } from '../../model/verdict.ts';

const byCode: Readonly<Record<string, FailureClass>> = {
  authentication_failed: 'login',
  oauth_org_not_allowed: 'login',
  cloud_credential_error: 'login',
  account_on_hold: 'login',
  billing_error: 'spend',
  overloaded: 'overload',
  server_error: 'server',
};
const byTerminalReason: Readonly<Record<string, FailureClass>> = {
  prompt_too_long: 'context',
  blocking_limit: 'context',
  budget_exhausted: 'cap',
  max_turns: 'cap',
};
const byStatus: Readonly<Record<number, FailureClass>> = {
  401: 'login',
  403: 'login',
  413: 'context',
  429: 'throttle',
  529: 'overload',
};
const bySubtype: Readonly<Record<string, FailureClass>> = {
  error_max_budget_usd: 'cap',
  error_max_turns: 'cap',
  error_max_structured_output_retries: 'result',
};

/** The finer sources first: the reason of the end and the limit event name what a status only hints at. */
function classify(trace: RunTrace): FailureClass {
  const result = trace.lastResult;
  if (result?.stopReason === 'refusal') return 'refusal';
  if (isCutOff(trace)) return 'cut-off';
  const status = result?.apiErrorStatus ?? trace.retry?.status ?? 0;
  const ending = byTerminalReason[result?.terminalReason ?? ''] ?? bySubtype[result?.subtype ?? ''];
  if (ending) return ending;
  if (trace.limit && !trace.limit.served) return 'limit';
  const coded = byStatus[status] ?? byCode[trace.apiError?.code ?? ''];
  // It tried again and again, and nobody was there to say even no.
  if ((coded ?? 'server') === 'server' && status === 0 && trace.retry !== null) return 'offline';
  return coded ?? (status >= 500 ? 'server' : 'program');
}

/** Whether the model was cut off at the most it may say, also where a result was all it was to say. */
function isCutOff({ apiError, lastResult }: RunTrace): boolean {
  const gaveUp = lastResult?.subtype === 'error_max_structured_output_retries';
  return apiError?.code === 'max_output_tokens' || (gaveUp && lastResult.stopReason === 'max_tokens');
}

/** A window of one kind of model, inside of which others may still be used; other windows are of the account. */
function limitedModel(window: string): string | undefined {
  return /^(?:five_hour|seven_day)_(opus|sonnet|haiku|fable)$/.exec(window)?.[1];
}

/** What it says of an error, by its codes alone. */
export const claudeWords: FailureWords = { classify, limitedModel };
