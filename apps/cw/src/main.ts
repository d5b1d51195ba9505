import { useAddon } from '@cw/storage';
import { addonPath } from './assets.ts';
import { runFast } from './cli/fast.ts';
import { toStdout } from './cli/output.ts';
import { version } from './version.ts';

/** Starts the program as the part its arguments name, and answers its exit code. */
async function main(argv: readonly string[]): Promise<number> {
  if (argv[0] === 'mcp' && argv[1] === '--relay') return (await import('./parts/mcp-relay.ts')).runRelay(argv[2] ?? '');
  if (argv[0] === 'network' && argv[1]?.startsWith('--'))
    return (await import('./parts/network.ts')).runNetwork(argv.slice(1));
  if (argv.length === 1 && ['--version', '-V', 'version'].includes(argv[0] ?? '')) {
    toStdout(`${version}\n`);
    process.exit(0);
  }
  useAddon(addonPath());
  if (argv[0] === 'mcp') return (await import('./parts/mcp.ts')).runMcp(argv.slice(1));
  if (argv.some((word) => word === '--server') && argv[0]?.startsWith('-')) {
    return (await import('./parts/server.ts')).runServer(argv);
  }
  if (argv[0] === '__complete') return (await import('./parts/complete.ts')).runComplete(argv.slice(1));
  const code = await runFast(argv);
  // Everything is written; taking Node down piece by piece is part of what a short command costs.
  if (code !== undefined) process.exit(code);
  return (await import('./cli/full.ts')).runFull(argv);
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  async (error: unknown) => {
    const { sayThrown } = await import('./cli/execute.ts');
    const { findHome } = await import('./cli/home.ts');
    const terminal = (await import('./cli/terminal.ts')).processTerminal();
    const globals = { json: process.argv.includes('--json') };
    process.exitCode = sayThrown(error, { globals, home: findHome(terminal), terminal });
  },
);
