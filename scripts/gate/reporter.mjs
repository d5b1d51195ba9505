import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../files.mjs';

/** A Vitest reporter that writes what the gate wants to know to the file that `CW_GATE_REPORT` names. */
export default class GateReporter {
  /** @param errors what failed beside the tests, such as a promise that nobody waited for */
  onTestRunEnd(modules, errors) {
    const files = modules.map((module) => ({ file: fileOf(module), ms: durationOf(module) }));
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const report = { passed, errors: errors.length, files, failed: modules.flatMap(failuresOf) };
    writeFileSync(process.env.CW_GATE_REPORT, JSON.stringify(report));
  }
}

const fileOf = (module) => relative(root, module.moduleId);

function durationOf(module) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}

/** Tests that failed, as `{ file, name, said }`; the whole file, without a name, where it failed beside its tests. */
function failuresOf(module) {
  const file = fileOf(module);
  const hooks = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  if (hooks.length > 0) return [{ file, said: words(hooks) }];
  return [...module.children.allTests('failed')].map((test) => ({
    file,
    name: test.fullName.replaceAll(' > ', ' '),
    said: words(test.result().errors ?? []),
  }));
}

function words(errors) {
  return errors.map(({ stack, message, diff }) => [stack ?? message, diff].filter(Boolean).join('\n')).join('\n\n');
}
