import { adviceInTerminal, type Refusal } from '@cw/entry';

/** The envelope of answers under `/api` that are no procedure's, the same as the CLI's. */
export type RefusalBody = {
  readonly ok: false;
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
};

export function refusalBody(refusal: Pick<Refusal, 'code' | 'message' | 'hint' | 'next'>): RefusalBody {
  const { code, message } = refusal;
  const hint = adviceInTerminal(refusal);
  return { ok: false, error: { code, message, ...(hint === undefined ? {} : { hint }) } };
}
