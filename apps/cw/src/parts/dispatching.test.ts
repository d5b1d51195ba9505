import { waitFor } from '@cw/testkit';
import { expect, test } from 'vitest';
import { keepDispatching } from './dispatching.ts';

/** An orchestrator whose right to dispatch the test gives and takes. */
function scriptedOrchestrator() {
  const state = { free: false, dispatching: false, tries: 0, fault: undefined as Error | undefined };
  return {
    state,
    start: async () => {
      state.tries += 1;
      if (state.fault) throw state.fault;
      state.dispatching = state.free;
      return state.dispatching;
    },
    stop: async () => {
      state.dispatching = false;
    },
    isDispatching: () => state.dispatching,
  };
}

function begin(orchestrator: ReturnType<typeof scriptedOrchestrator>) {
  const told = { taken: 0, reports: [] as string[] };
  const options = {
    orchestrator,
    holder: 'test',
    onTaken: () => {
      told.taken += 1;
    },
    report: (error: Error) => told.reports.push(error.message),
    everyMs: 5,
  };
  return { told, started: keepDispatching(options) };
}

test('takes over when the one that dispatched has gone, and again when it lost the right', async () => {
  const orchestrator = scriptedOrchestrator();
  const { told, started } = begin(orchestrator);
  const dispatching = await started;
  expect(orchestrator.isDispatching()).toBe(false);
  orchestrator.state.free = true;
  await waitFor(() => told.taken === 1);
  orchestrator.state.dispatching = false;
  await waitFor(() => told.taken === 2);
  await dispatching.stop();
  expect(orchestrator.isDispatching()).toBe(false);
});

test('does not try again while it dispatches, nor after it was stopped', async () => {
  const orchestrator = scriptedOrchestrator();
  orchestrator.state.free = true;
  const dispatching = await begin(orchestrator).started;
  expect(orchestrator.state.tries).toBe(1);
  await dispatching.stop();
  const { tries } = orchestrator.state;
  await new Promise((resolve) => setImmediate(resolve));
  expect(orchestrator.state.tries).toBe(tries);
});

test('a first try that fails is told to who started it, a later one to the log', async () => {
  const orchestrator = scriptedOrchestrator();
  orchestrator.state.fault = new Error('disk full');
  await expect(begin(orchestrator).started).rejects.toThrow('disk full');
  orchestrator.state.fault = undefined;
  const { told, started } = begin(orchestrator);
  const dispatching = await started;
  orchestrator.state.fault = new Error('disk full');
  await waitFor(() => told.reports.length > 1);
  await dispatching.stop();
  expect(told.reports[0]).toBe('disk full');
});
