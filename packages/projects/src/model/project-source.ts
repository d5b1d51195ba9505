import { err, ok, type Result } from '@cw/kernel';
import { holdsSecret, withoutSecrets } from './address.ts';

export type ProjectSource = { readonly kind: 'path' | 'url'; readonly location: string };

export type SourceFailure =
  | { readonly kind: 'project.source-empty' }
  | { readonly kind: 'project.url-with-password'; readonly url: string };

const urlForm = /^(https?|ssh|git|file):\/\/./i;
const scpForm = /^([A-Za-z0-9_.][A-Za-z0-9_.-]*@)?[A-Za-z0-9][A-Za-z0-9.-]*:(?!\/\/)[^\s]/;

/**
 * Tells a URL that git clones from a path on this machine. `host:path` counts as a URL only with a user before it,
 * so that a folder with a colon in its name stays a path.
 */
export function parseSource(text: string): Result<ProjectSource, SourceFailure> {
  const location = text.trim();
  if (location === '') return err({ kind: 'project.source-empty' });
  if (!urlForm.test(location) && !(scpForm.test(location) && location.includes('@'))) {
    return ok({ kind: 'path', location });
  }
  if (holdsSecret(location)) return err({ kind: 'project.url-with-password', url: withoutSecrets(location) });
  // git knows schemes in small letters only.
  const known = location.replace(/^[a-z]+:/i, (scheme) => (urlForm.test(location) ? scheme.toLowerCase() : scheme));
  return ok({ kind: 'url', location: known.replace(/\/+$/, '') });
}
