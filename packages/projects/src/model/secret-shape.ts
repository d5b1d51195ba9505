import { secretShapes } from '@cw/kernel';

const secretNames = [
  /^\.env(\..+)?$/i,
  /^(id_rsa|id_dsa|id_ecdsa|id_ed25519)$/,
  /\.(pem|key|p12|pfx|jks|keystore|ppk|kdbx)$/i,
  /^(\.netrc|_netrc|\.pgpass|\.htpasswd|\.git-credentials)$/,
  /^(credentials|service-account.*)\.json$/i,
];
const templateNames = /\.(example|sample|template|dist|defaults?)$/i;

/** Why a file's name looks like it holds a secret, or undefined. Examples and templates of such files are fine. */
export function secretByName(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (templateNames.test(name) || /\.pub$/.test(name)) return undefined;
  return secretNames.some((pattern) => pattern.test(name)) ? 'its name is typical for secrets' : undefined;
}

/** What in a text looks like a secret by its shape, or undefined. */
export function secretByContent(text: string): string | undefined {
  return secretShapes.find(([pattern]) => pattern.test(text))?.[1];
}

/** True of a text in which a merge left its markers: where one side begins, and where the other ends. */
export function holdsMergeMarkers(text: string): boolean {
  return /^<{7} \S/m.test(text) && /^={7}\r?$/m.test(text) && /^>{7} \S/m.test(text);
}
