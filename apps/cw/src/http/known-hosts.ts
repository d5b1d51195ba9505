import { hostname, networkInterfaces } from 'node:os';

const everyAddress = new Set(['0.0.0.0', '::', '*']);
const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/** True for names and addresses that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * The Host headers that mean this server: loopback always, and what it was told to listen on. When that is every
 * address, the machine's own addresses and name are meant; an address cannot be made to point elsewhere.
 */
export function knownHosts(port: number, listenHost: string): ReadonlySet<string> {
  const names = [...loopbackNames, ...(everyAddress.has(listenHost) ? ownNames() : [inUrl(listenHost)])];
  return new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
}

/** A host as it stands in a URL: IPv6 addresses in brackets. */
export function inUrl(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]`.toLowerCase() : host.toLowerCase();
}

/** A name under which a browser on this machine reaches a server that listens on `host`. */
export function reachableName(host: string): string {
  return everyAddress.has(host) ? '127.0.0.1' : inUrl(host);
}

function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return [hostname().toLowerCase(), ...addresses.map((address) => inUrl(address.address))];
}
