/** The envelope of answers under `/api` that are no procedure's, the same as the CLI's. */
export type RefusalBody = {
  readonly ok: false;
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
};

export function refusalBody(refusal: {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}): RefusalBody {
  const { code, message, hint } = refusal;
  return { ok: false, error: { code, message, ...(hint === undefined ? {} : { hint }) } };
}
