import type { CliContext, Refusal } from '@cw/entry';
import { err, ok, type Result } from '@cw/kernel';
import { findProject } from '@cw/projects';

/** The id of a project named in an option; undefined when none is. */
export async function projectNamed(
  project: string | undefined,
  { workspace }: CliContext,
): Promise<Result<string | undefined, Refusal>> {
  if (project === undefined) return ok(undefined);
  const found = await findProject(workspace.storage.read, workspace.home, project);
  if (found.ok) return ok(found.value.id);
  const hint = 'List all projects with cw project list.';
  return err({
    code: found.error.kind,
    message: `“${project}” does not match exactly one project.`,
    hint,
    kind: 'not-found',
  });
}
