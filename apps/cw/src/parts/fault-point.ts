import { type StepWatch, watchNothing } from '@cw/orchestrator';

/**
 * For the fault-injection tests: ends this process as `kill -9` would when it first reaches the point named by `CW_FAULT`
 * (`run:<step>:before`, `run:<step>:after`, `merge:<state>`). Nothing is flushed or closed. With `hang:` before the point
 * the process stays and does nothing more.
 */
export function faultPoint(env: Readonly<Record<string, string | undefined>>): StepWatch {
  const wanted = env.CW_FAULT;
  if (wanted === undefined || wanted === '') return watchNothing;
  return (point) => {
    if (point === wanted) process.kill(process.pid, 'SIGKILL');
    if (`hang:${point}` === wanted) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
}
