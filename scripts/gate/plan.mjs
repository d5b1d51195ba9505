import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../files.mjs';
import { affectedBy, changedSince, packageNeeds } from './affected.mjs';
import { phases, stageNames } from './stages.mjs';

/** All stages, or only those of these names. @throws Error when there is none of a name */
export function wholePlan(names) {
  const unknown = names.filter((name) => !stageNames.includes(name));
  if (unknown.length > 0) throw new Error(`no stage ${unknown.join(', ')}; there are ${stageNames.join(' ')}`);
  return withStages(({ name }) => (names.length === 0 || names.includes(name) ? {} : undefined));
}

/** What files that differ from `commit` can affect: every check, and the tests of packages downstream of them. */
export function changePlan(commit = 'HEAD') {
  const changed = changedSince(commit);
  const affected = affectedBy(changed, packageNeeds());
  console.log(`${changed.length} files differ from ${commit}${words(affected)}`);
  return planFor(affected);
}

/** The plan for what `affectedBy` answers. */
export function planFor({ everything, files, packages, docs }) {
  if (everything) return withStages(() => ({}));
  const app = packages.includes('apps/cw');
  const e2e = [
    ...(app ? ['apps/cw/e2e/'] : []),
    ...(packages.includes('apps/web') ? ['apps/web/e2e/'] : []),
    ...(docs && !app ? ['apps/cw/e2e/docs/'] : []),
  ];
  const ownFiles = files.filter((file) => existsSync(join(root, file)));
  const filesOf = {
    unit: [
      ...packages.map((folder) => `${folder}/src/`),
      ...ownFiles.filter((file) => !/\.(int|e2e|smoke)\.test/.test(file)),
    ],
    int: [...packages.map((folder) => `${folder}/src/`), ...ownFiles.filter((file) => file.includes('.int.test'))],
    e2e: [...e2e, ...ownFiles.filter((file) => /\.(e2e|smoke)\.test/.test(file))],
  };
  return withStages(({ name }) => {
    if (name === 'build') return filesOf.e2e.length > 0 ? {} : undefined;
    // Only whole runs have run every statement.
    if (name === 'sql') return undefined;
    if (filesOf[name] === undefined) return {};
    return filesOf[name].length > 0 ? { files: filesOf[name], mayBeEmpty: true } : undefined;
  });
}

/** The phases with the stages for which `change` answers what is different about them. */
function withStages(change) {
  return phases.map((lanes) =>
    lanes.map((lane) =>
      lane.flatMap((stage) => {
        const different = change(stage);
        return different === undefined ? [] : [{ ...stage, ...different }];
      }),
    ),
  );
}

function words({ everything, packages }) {
  if (everything) return ', one of them of the whole workspace: everything is run';
  return packages.length > 0 ? `; downstream of them: ${packages.join(' ')}` : '';
}
