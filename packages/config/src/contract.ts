import type { Event } from '@cw/kernel';
import type { Scope } from './model/config-key.ts';

/** What happens to settings; the entity is the key. */
export type ConfigEvent = Event<
  'config.changed',
  {
    readonly scope: Scope;
    /** Null for the workspace. */
    readonly scopeId: string | null;
    /** As text; null where none was set. */
    readonly before: string | null;
    readonly after: string | null;
  }
>;
