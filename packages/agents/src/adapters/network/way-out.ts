import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isAddress, isNamed, type NetworkPlace, placeAt, placeText } from '../../model/network-host.ts';
import { isPublicAddress } from './public-address.ts';

/** Where an agent in a private network is let go to. */
export type NetworkRules = {
  /** Where its program finds the model. That may be anywhere: whoever set the program up said so. */
  readonly model: readonly string[];
  /** Where else a person lets it go. */
  readonly hosts: readonly string[];
  /** What the machine itself reaches the network by. */
  readonly proxies: Proxies;
};

/** Addresses of proxies, by what the way leads to; null: none. */
export type Proxies = {
  readonly http: string | null;
  readonly https: string | null;
  /** Hosts that are reached without: names, and what they end with. */
  readonly except: readonly string[];
};

export type WayOut =
  /** Addresses of the place; of none it is for the proxy to find them. */
  | { readonly kind: 'open'; readonly addresses: readonly LookupAddress[]; readonly proxy: URL | null }
  /** In words, why not. */
  | { readonly kind: 'refused' | 'unknown'; readonly why: string };

export type FindAddresses = (host: string) => Promise<readonly LookupAddress[]>;

const findAddresses: FindAddresses = (host) => lookup(host, { all: true });

/**
 * How a place is reached from a private network, if it may be. A name that is allowed may lead wherever whoever keeps it
 * likes, so its addresses are looked at, and only to one of these a connection is made.
 */
export async function findWayOut(
  rules: NetworkRules,
  { place, scheme }: { readonly place: NetworkPlace; readonly scheme: 'http' | 'https' },
  find: FindAddresses = findAddresses,
): Promise<WayOut> {
  const { host, port } = place;
  const isModel = isNamed(rules.model, place);
  if (!isModel && !isNamed(rules.hosts, place)) return { kind: 'refused', why: notListed(place) };
  if (isAddress(host)) return { kind: 'open', addresses: [addressOf(host)], proxy: null };
  const proxy = proxyFor(rules.proxies, scheme, host);
  const found = await find(host).catch(() => []);
  if (found.length === 0) {
    if (proxy !== null) return { kind: 'open', addresses: [], proxy };
    return { kind: 'unknown', why: `The name ${host} could not be found.` };
  }
  const isOwnName = host === 'localhost' || host.endsWith('.localhost');
  const isListed = ({ address, family }: LookupAddress) =>
    isNamed(rules.hosts, { host: family === 6 ? `[${address}]` : address, port });
  const open = found.filter((each) => isModel || isOwnName || isPublicAddress(each.address) || isListed(each));
  if (open.length === 0) return { kind: 'refused', why: leadsInside(place, found[0]?.address ?? '') };
  return { kind: 'open', addresses: open, proxy: open.some(({ address }) => isPublicAddress(address)) ? proxy : null };
}

function notListed(place: NetworkPlace): string {
  return (
    `The network of this agent is private, and does not reach ${placeText(place)}. Do without it, or say in the result ` +
    `that a person should add ${placeText(place)} to agents.sandboxHosts.`
  );
}

function leadsInside({ host, port }: NetworkPlace, address: string): string {
  const literal = isIP(address) === 6 ? `[${address}]` : address;
  return (
    `${host} leads to ${address}, on this machine or in its own network, which the private network of this agent does not ` +
    `reach. To allow it, a person must list the address as well: ${literal}:${port} in agents.sandboxHosts.`
  );
}

function addressOf(host: string): LookupAddress {
  const address = host.replace(/^\[|\]$/g, '');
  return { address, family: isIP(address) };
}

function proxyFor({ http, https, except }: Proxies, scheme: 'http' | 'https', host: string): URL | null {
  const address = scheme === 'http' ? http : https;
  const isExcepted = except.some((name) => name === '*' || host === name || host.endsWith(`.${name}`));
  return address === null || isExcepted ? null : new URL(address);
}

/** What the variables of an environment say of proxies. The names that are written small come first. */
export function proxiesIn(env: Readonly<Record<string, string>>): Proxies {
  const said = (name: string) => env[name.toLowerCase()] || env[name] || null;
  const address = (name: string) => {
    const text = said(name) ?? said('ALL_PROXY');
    return text === null || text.includes('://') ? text : `http://${text}`;
  };
  const except = (said('NO_PROXY') ?? '').split(/[\s,]+/).filter((name) => name !== '');
  return {
    http: address('HTTP_PROXY'),
    https: address('HTTPS_PROXY'),
    except: except.map((name) => (name === '*' ? name : (placeAt(name.replace(/^\*?\./, ''), 1)?.host ?? name))),
  };
}
