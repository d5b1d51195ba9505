import type { Event } from '@cw/kernel';
import type { ProjectValues } from './model/project.ts';

export { type NamedCheck, readCheck } from './model/check-line.ts';
export { type FindingReason, type HeldBackReason, sayFinding, sayHeldBack } from './model/file-reason.ts';
export { type Left, leftOf, sayLaterWork, sayLeft } from './model/left-work.ts';
export {
  type ProjectReason,
  type SourceTrouble,
  sayProjectReason,
  stepsWithoutBranch,
} from './model/project-reason.ts';

/** What happens to projects; the entity is the project's id. */
export type ProjectEvent =
  | Event<
      'project.added',
      ProjectValues & { readonly name: string; readonly source: string; readonly defaultBranch: string }
    >
  /** Both sides of each field that changed. */
  | Event<'project.changed', Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>>
  | Event<'project.removed', { readonly name: string }>
  | Event<
      'project.branch-restored',
      {
        readonly branch: string;
        /** What the branch was put back to; null where it was taken away. */
        readonly commit: string | null;
        /** The ref that keeps what it had held. */
        readonly keptAs: string | null;
      }
    >;
