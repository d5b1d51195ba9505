/** A place in the network: a name in lower case, or an address as it stands in a URL, `[::1]`. */
export type NetworkPlace = { readonly host: string; readonly port: number };

/** Places that are meant by `example.com`, `*.example.com:8443` or `[::1]:3000`. */
type HostRule = {
  readonly host: string;
  /** It means every name below the host, and not the host itself. */
  readonly isBelow: boolean;
  /** Null: those of http and https. */
  readonly port: number | null;
};

const webPorts = [80, 443];
/** So long may a name be, as it is asked for. */
const longestName = 253;
/** A part of a name. The line below is none of host names, and programs use it all the same. */
const label = String.raw`(?!-)[\w-]{1,63}(?<!-)`;
const named = new RegExp(String.raw`^${label}(\.${label})*$`);
const literal = /^\[[\da-f:.]+\]$/;
const dotted = /^\d+\.\d+\.\d+\.\d+$/;

/** Whether a text names hosts as the setting takes them. */
export function isHostRule(text: string): boolean {
  return parseRule(text) !== undefined;
}

/** Whether one of these means a place. What is no rule means none. */
export function isNamed(rules: readonly string[], { host, port }: NetworkPlace): boolean {
  return rules.some((text) => {
    const rule = parseRule(text);
    if (rule === undefined || !(rule.port === null ? webPorts.includes(port) : rule.port === port)) return false;
    return rule.isBelow ? host.endsWith(`.${rule.host}`) : host === rule.host;
  });
}

/** Reads `host:port`; undefined where that is no place. @param port where none is said */
export function placeAt(authority: string, port?: number): NetworkPlace | undefined {
  const [, name = '', said] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const host = plainHost(name);
  const chosen = said === undefined ? port : Number(said);
  return host === undefined || chosen === undefined || !isPort(chosen) ? undefined : { host, port: chosen };
}

/** The place that an http or https address leads to; undefined of any other text. */
export function placeOf(url: string): NetworkPlace | undefined {
  const found = parsedUrl(url);
  if (found === undefined || !/^https?:$/.test(found.protocol)) return undefined;
  return placeAt(found.host, found.protocol === 'http:' ? 80 : 443);
}

/** A place as it is written: `example.com:443`. */
export function placeText({ host, port }: NetworkPlace): string {
  return `${host}:${port}`;
}

/** Whether a host, as a place has it, is an address and no name. */
export function isAddress(host: string): boolean {
  return host.startsWith('[') || dotted.test(host);
}

function parseRule(text: string): HostRule | undefined {
  const isBelow = text.startsWith('*.');
  const place = placeAt(isBelow ? text.slice(2) : text, 0xffff);
  if (place === undefined) return undefined;
  const { host } = place;
  if (isBelow && (isAddress(host) || !host.includes('.'))) return undefined;
  return { host, isBelow, port: /:\d+$/.test(text) ? place.port : null };
}

/** Without the point at its end, and as every spelling of it is compared; undefined of what is no host. */
function plainHost(name: string): string | undefined {
  if (/[/\\?#@%\s]/.test(name)) return undefined;
  const host = parsedUrl(`http://${name}/`)?.hostname.replace(/\.$/, '');
  if (host === undefined || !(literal.test(host) || (host.length <= longestName && named.test(host)))) return undefined;
  // A number such as 3000 is an address to a URL, and a mistake to a person.
  return dotted.test(host) && host !== name.replace(/\.$/, '') ? undefined : host;
}

function parsedUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isPort(port: number): boolean {
  return port > 0 && port <= 0xffff;
}
