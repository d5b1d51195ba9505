import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

const special = new BlockList();
for (const [network, bits] of [
  // This machine, private networks, what is shared by a provider, links, special purposes, many at once.
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ] as const),
  ...([
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ] as const),
] as const)
  special.addSubnet(network, bits, 'ipv4');
// Of these only that a part is for everybody. In the rest of it, addresses stand for others.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6');

const everybody = new BlockList();
everybody.addSubnet('2000::', 3, 'ipv6');

/** Whether an address leads out of this machine and its own network, and to nobody by another address. */
export function isPublicAddress(address: string): boolean {
  if (ownAddresses().includes(address)) return false;
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return everybody.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((of = []) => of.map(({ address }) => address));
}
