import { PersonBadge, RoleBadge } from '@cw/ui';
import type { MailView } from '../../data/api-types.ts';

/** The mark of one end of a message: a circle for people, the square of a role for all else. */
export function PartyBadge({ of }: { readonly of: MailView['sender'] | MailView['recipient'] }) {
  if (of.kind === 'person') return <PersonBadge name={of.name} />;
  return <RoleBadge of={of.kind === 'role' ? of.id : of.kind === 'system' ? 'orchestrator' : 'worker'} />;
}
