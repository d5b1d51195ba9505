import { secretByContent } from './secret-shape.ts';

/** With the name of a remote helper before it, if there is one: `hg::https://`. */
const scheme = /^([a-z][a-z0-9+.-]*::)?[a-z][a-z0-9+.-]*:\/\//i;
/** A host, a name before it if there is one, and a port. */
const place = /^([^@]*@)?(\[[^\]]*\]|[^:@[\]]*)(:\d*)?$/;
const secretParameter = /[?&#][\w.-]*(token|passw(or)?d|secret|api[-_.]?key|auth|signature)[\w.-]*=./i;

/**
 * The address of a repository without a password, token or the like in it. A user's name stays only where SSH signs in by it.
 * Of a web address, what stands after the path goes too: no repository is found by that, and tokens stand there.
 */
export function withoutSecrets(address: string): string {
  const parts = partsOf(address);
  if (parts === undefined) return address;
  const { begin, user, rest } = parts;
  return `${begin}${nameFor(begin, user)}${/https?:/i.test(begin) ? rest.replace(/[?#][\s\S]*$/, '') : rest}`;
}

/** Whether an address holds what nobody else should see: a password, a token for a name, or one in a parameter. */
export function holdsSecret(address: string): boolean {
  const parts = partsOf(address);
  if (parts === undefined) return false;
  return parts.user.includes(':') || secretByContent(parts.user) !== undefined || secretParameter.test(parts.rest);
}

/** A text with every address in it as `withoutSecrets` leaves it. */
export function hideAddresses(text: string): string {
  return text.replace(/[a-z][a-z0-9+.-]*:\/\/[^\s'"]+/gi, withoutSecrets);
}

type Parts = { readonly begin: string; readonly user: string; readonly rest: string };

/** An address in parts, the user's without the `@`; undefined of a path, and of `host:path`, where no password can be. */
function partsOf(address: string): Parts | undefined {
  const [begin] = scheme.exec(address) ?? [];
  if (begin === undefined) return undefined;
  const after = address.slice(begin.length);
  const authority = after.slice(0, startOf(/[/?#]/, after));
  // A password in which a slash stands reads like a host with a path.
  const at = place.test(authority) ? authority.lastIndexOf('@') : after.lastIndexOf('@');
  return { begin, user: after.slice(0, Math.max(0, at)), rest: after.slice(at + 1) };
}

function startOf(pattern: RegExp, text: string): number {
  const at = text.search(pattern);
  return at < 0 ? text.length : at;
}

function nameFor(begin: string, user: string): string {
  const name = user.split(':')[0] ?? '';
  const signsInByIt = /^(ssh|git\+ssh|ssh\+git):/i.test(begin);
  return signsInByIt && name !== '' && secretByContent(name) === undefined ? `${name}@` : '';
}
