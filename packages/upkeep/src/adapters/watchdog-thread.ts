/** Places in the numbers that the two threads share. */
export const places = { ticks: 0, watching: 1, ended: 2 } as const;

/** The signal that ends a process whose loop stands still: nothing else sends it, and a shell shows it as 142. */
export const endSignal = 'SIGALRM';

/**
 * The program of the watchdog's thread, in CommonJS. It sleeps while nothing is to be watched. It reads no clock but its
 * own, so that a machine that slept, or a process that was stopped, is not taken for a loop that hangs.
 */
export const watchdogThread = `
const { appendFileSync, renameSync, writeFileSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const { shared, afterMs, ends, log, report } = workerData;
const view = new Int32Array(shared);
const step = Math.max(5, afterMs / 10);
let seen = 0, silent = 0, last = 0, standstill = null;

function keep(more) {
  standstill = { ...standstill, ...more };
  try {
    writeFileSync(report + '.tmp', JSON.stringify(standstill) + '\\n', { mode: 0o600 });
    renameSync(report + '.tmp', report);
  } catch {}
}
function say(text) {
  try { appendFileSync(log, new Date().toISOString() + ' watchdog: ' + text + '\\n', { mode: 0o600 }); } catch {}
}
function notice() {
  const seconds = Math.round(silent / 100) / 10;
  const noticedAt = new Date().toISOString();
  keep({ pid: process.pid, noticedAt, seconds, overAt: null, ended: ends });
  say('the loop that looks after agents has not moved for ' + seconds + ' seconds'
    + (ends ? '; this process is ended, agents go on' : '; agents go on, and nothing is started or merged until it moves'));
  if (ends) process.kill(process.pid, '${endSignal}');
}
function over() {
  keep({ overAt: new Date().toISOString() });
  say('it moves again');
  standstill = null;
}
while (Atomics.load(view, ${places.ended}) === 0) {
  if (Atomics.load(view, ${places.watching}) === 0) {
    Atomics.wait(view, ${places.watching}, 0);
    seen = Atomics.load(view, ${places.ticks}); silent = 0; last = performance.now();
    continue;
  }
  Atomics.wait(view, ${places.watching}, 1, step);
  const now = performance.now();
  const passed = now - last;
  last = now;
  const ticks = Atomics.load(view, ${places.ticks});
  if (ticks !== seen) {
    seen = ticks; silent = 0;
    if (standstill !== null) over();
  } else {
    if (passed < step * 3) silent += passed;
    if (standstill === null && silent >= afterMs) notice();
  }
}
`;
