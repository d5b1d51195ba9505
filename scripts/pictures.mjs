// Makes what the README shows: the recording of `cw demo` (docs/pictures/demo.svg), from what the built program prints and
// when, and the picture of the dashboard (docs/pictures/dashboard.png). Build first; it takes half a minute.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './files.mjs';
import { recording } from './pictures/recording.mjs';

const folder = join(root, 'docs/pictures');
const home = mkdtempSync(join(tmpdir(), 'cw-pictures-'));
const env = {
  PATH: process.env.PATH,
  HOME: home,
  CW_ACTOR: 'ada',
  FORCE_COLOR: '1',
  COLUMNS: '100',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

/** Starts the demo and answers what it printed, line by line, once everything of it is done. */
function demo() {
  const child = spawn(
    join(root, 'dist/cw'),
    ['demo', '--port', '0', '--keep-running', '--home', join(home, 'cw-demo')],
    {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const began = Date.now();
  const lines = [];
  let rest = '';
  return new Promise((resolve, reject) => {
    const hear = (chunk) => {
      rest += chunk;
      const whole = rest.split('\n');
      rest = whole.pop();
      for (const text of whole) lines.push({ at: Date.now() - began, text });
      if (lines.some(({ text }) => text.includes('waits for you'))) resolve({ child, lines });
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`cw demo ended with ${code}: ${lines.map(({ text }) => text).join('\n')}`)),
    );
  });
}

/** A picture of the tasks, the one that waits for a person beside them. */
async function dashboard(link) {
  const { chromium } = createRequire(join(root, 'apps/web/package.json'))('playwright-core');
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
    await page.goto(link);
    await page.getByRole('button', { name: /^Done/ }).first().click();
    await page.getByText('Greet louder').first().click();
    await page.getByRole('heading', { name: /Greet louder/ }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, 'dashboard.png') });
  } finally {
    await browser.close();
  }
}

mkdirSync(folder, { recursive: true });
const { child, lines } = await demo();
try {
  const shown = lines.map(({ at, text }) => ({ at, text: text.replaceAll(home, '~') }));
  writeFileSync(join(folder, 'demo.svg'), recording('cw demo --home ~/cw-demo', shown));
  const link = /http:\S+link=[\w-]+/.exec(lines.map(({ text }) => text).join('\n'))?.[0];
  if (link === undefined) throw new Error('cw demo printed no link');
  await dashboard(link);
} finally {
  child.removeAllListeners('exit');
  child.kill('SIGINT');
  await new Promise((resolve) => child.once('close', resolve));
  rmSync(home, { recursive: true, force: true });
}
