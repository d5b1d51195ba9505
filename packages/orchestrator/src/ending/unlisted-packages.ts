import type { RunRecord } from '@cw/agents';
import { isFault } from '@cw/kernel';
import { type AddedPackage, addedPackages, projectPaths } from '@cw/projects';
import type { Driving } from '../deps.ts';

const mostTold = 50;
const heading = 'New package: ';

/** Packages that the branch of a run adds to what the project depends on and its agent did not list, a line each. */
export async function unlistedPackages(
  deps: Driving,
  run: RunRecord,
  listed: readonly string[],
): Promise<readonly string[]> {
  const { projectId, baseSha, headSha } = run;
  if (baseSha === null || headSha === null || baseSha === headSha) return [];
  const { clone } = projectPaths(deps.home, projectId);
  const added = await addedPackages(clone, baseSha, headSha).catch((error: unknown) => {
    // A clone that cannot be read keeps no run from its end.
    if (!isFault(error)) throw error;
    deps.onError(error);
    return { packages: [], unread: [] };
  });
  const said = listed.filter((line) => line.startsWith(heading)).flatMap((line) => line.split(/[\s`'",:;()=<>~^]+/));
  const isListed = ({ name }: AddedPackage) => said.some((word) => word === name || word.startsWith(`${name}@`));
  const left = added.packages.filter((each) => !isListed(each));
  const told = left.slice(0, mostTold).map(({ name, version, path }) => {
    const what = [name, version].filter((part) => part !== '').join(' ');
    return `${heading}${what} (in ${path})`;
  });
  const more = left.length > told.length ? [`${left.length - told.length} more new packages`] : [];
  const [first, ...others] = added.unread;
  if (first === undefined) return [...told, ...more];
  const rest = others.length === 0 ? '' : ` and ${others.length} more`;
  return [...told, ...more, `Not looked through for new packages, since there is too much of it: ${first}${rest}`];
}
