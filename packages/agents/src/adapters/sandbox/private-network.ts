import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, step } from '@cw/kernel';
import { sandboxFolder } from '@cw/storage';
import { placeAt } from '../../model/network-host.ts';
import type { Launch, OwnProgram, PrivateNetwork } from '../../ports/provider.ts';
import { type NetworkRules, proxiesIn } from '../network/way-out.ts';
import { ownCommand } from '../own-command.ts';
import { doorFolder } from './run-folders.ts';

/** Of loopback inside, which is the sandbox's own: nobody else takes it. Below those that the kernel gives away. */
const port = 31_280;

const socket = 'network.sock';

/** Where the two halves of the way out of a run's private network find what they have in common. */
export function wayOutPlaces(logDir: string) {
  return {
    outside: { socket: join(doorFolder(logDir), socket), rules: join(logDir, 'network.json') },
    inside: { port, socket: join(sandboxFolder, socket) },
  } as const;
}

/**
 * Starts what leads out, again when it was killed, and becomes the agent once that is ready. Only what ends it by a signal is
 * such an end: a program that cannot do its work says why, and no agent starts without it.
 */
const bridge = `
count=$1 path=$PATH PATH=/usr/bin:/bin:$PATH; shift
mkfifo /tmp/.cw-network || exit 70
(
  trap '' TERM INT HUP PIPE
  i=0
  for word in "$@"; do
    [ "$i" -lt "$count" ] && set -- "$@" "$word"
    shift; i=$((i + 1))
  done
  { until "$@"; [ "$?" -lt 128 ]; do :; done; } </dev/null >/tmp/.cw-network 2>&1 &
)
shift "$count"
last=
while read -r said && [ "$said" != ready ]; do last=$said; done </tmp/.cw-network
rm -f /tmp/.cw-network
if [ "$said" != ready ]; then
  echo "The proxy of the private network could not be started: $last" >&2
  exit 70
fi
PATH=$path
exec "$@"
`;

type Way = PrivateNetwork & { readonly logDir: string /** What leads out, inside. */; readonly lead: OwnProgram };

/**
 * An agent that reaches the network by a proxy only, which it is told of as programs are told of proxies. Writes down for the
 * other half where that may lead.
 * @throws Fault `agent.no-way-out` where the machine itself uses a kind of proxy that this cannot pass through
 */
export function leadThroughProxy(launch: Launch, { logDir, hosts, lead }: Way): Launch {
  const proxies = proxiesIn(launch.env);
  for (const address of [proxies.http, proxies.https]) checkProxy(address);
  const rules: NetworkRules = { model: launch.modelAt, hosts, proxies };
  writeFileSync(wayOutPlaces(logDir).outside.rules, `${JSON.stringify(rules)}\n`, { mode: 0o600 });
  const command = ownCommand(lead);
  return {
    ...launch,
    argv: ['/bin/sh', '-c', bridge, 'cw-network', String(command.length), ...command, ...launch.argv],
    env: { ...launch.env, ...variables([...launch.modelAt, ...hosts]) },
  };
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** What is listed by a name of loopback lies outside, and is reached by the proxy; other ports of it are the sandbox's own. */
function variables(listed: readonly string[]): Record<string, string> {
  const outside = new Set(listed.map((text) => placeAt(text, 1)?.host));
  const own = loopback.filter((host) => !outside.has(host)).map((host) => host.replace(/^\[|\]$/g, ''));
  const values = {
    ...Object.fromEntries(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => [name, `http://127.0.0.1:${port}`])),
    NO_PROXY: own.join(','),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => [name, name.toLowerCase()].map((each) => [each, value])),
  );
}

function checkProxy(address: string | null): void {
  if (address === null || (URL.canParse(address) && new URL(address).protocol === 'http:')) return;
  const [kind = ''] = address.split('://');
  throw new Fault({
    code: 'agent.no-way-out',
    message: `This machine reaches the network through a ${kind} proxy, which private networks do not support (agents.sandboxNetwork).`,
    hint: 'Start the server with an http proxy in HTTPS_PROXY and HTTP_PROXY.',
    next: [step('Or share the network of the machine', 'config set', 'agents.sandboxNetwork', 'shared')],
  });
}
