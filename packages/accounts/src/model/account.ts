import { err, ok, type Result } from '@cw/kernel';

export type AccountFailure =
  | { readonly kind: 'account.name-invalid'; readonly name: string }
  | { readonly kind: 'account.name-taken'; readonly name: string }
  | { readonly kind: 'account.provider-unknown'; readonly provider: string; readonly known: readonly string[] }
  | { readonly kind: 'account.env-invalid'; readonly key: string; readonly why: string }
  | { readonly kind: 'account.config-dir-invalid'; readonly path: string }
  | { readonly kind: 'account.not-found'; readonly account: string; readonly meant?: string | undefined }
  | { readonly kind: 'account.ambiguous'; readonly account: string; readonly matches: readonly string[] };

/** Names are typed in commands and shown in lists: letters, digits, dots, dashes, 40 at most. */
export function checkAccountName(name: string): Result<string, AccountFailure> {
  return /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u.test(name) ? ok(name) : err({ kind: 'account.name-invalid', name });
}

/** Variables that steer the program that starts agents rather than the agent. */
const reserved = /^(CW_.*|NODE_OPTIONS|LD_PRELOAD|LD_LIBRARY_PATH|PATH|HOME)$/;

/** Variables that a program's agents may be given. */
export function checkEnv(env: Readonly<Record<string, string>>): Result<Record<string, string>, AccountFailure> {
  return parseEnv(
    Object.entries(env).map(([key, value]) => `${key}=${value}`),
    {},
  );
}

/**
 * Environment of an account from texts `KEY=VALUE`; a bare `KEY` takes the value of that variable from `from`, so
 * that a secret need not be typed into a command line.
 */
export function parseEnv(
  texts: readonly string[],
  from: Readonly<Record<string, string | undefined>>,
): Result<Record<string, string>, AccountFailure> {
  const env: Record<string, string> = {};
  for (const text of texts) {
    const split = text.indexOf('=');
    const key = split < 0 ? text : text.slice(0, split);
    const value = split < 0 ? from[key] : text.slice(split + 1);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) {
      return err({ kind: 'account.env-invalid', key, why: 'it is not a valid variable name' });
    }
    if (reserved.test(key)) return err({ kind: 'account.env-invalid', key, why: 'cw sets it for every agent' });
    if (value === undefined) return err({ kind: 'account.env-invalid', key, why: 'it is not set here' });
    if (/[\0\n]/.test(value)) return err({ kind: 'account.env-invalid', key, why: 'its value has a line break' });
    env[key] = value;
  }
  return ok(env);
}
