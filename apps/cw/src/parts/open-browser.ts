import { spawn } from 'node:child_process';

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** After which a program that is still there has found a browser. */
const enoughMs = 1_000;

/**
 * Opens an address in the user's browser.
 * @returns false where there is no program for it, or where it gives up at once, as without a screen; the address is
 * printed anyway
 */
export function openBrowser(url: string): Promise<boolean> {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    child.once('spawn', () => {
      child.unref();
      setTimeout(() => resolve(true), enoughMs);
    });
  });
}
