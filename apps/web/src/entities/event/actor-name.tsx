import { PersonBadge, RoleBadge, shortId } from '@cw/ui';
import { EntityLink } from './event-sentence.tsx';

type Actor = { readonly kind: string; readonly id: string; readonly name: string };

const partRoles: Readonly<Record<string, string>> = { integration: 'integrator' };

/** The mark of who did it: a circle for people, the square of a role for runs and parts of the program. */
export function ActorBadge({ actor }: { readonly actor: Actor }) {
  if (actor.kind === 'user') return <PersonBadge name={actor.name} />;
  return <RoleBadge of={actor.kind === 'run' ? 'worker' : (partRoles[actor.id] ?? actor.id)} />;
}

/** Who did it, as people call them. */
export function actorName(actor: Actor): string {
  if (actor.kind === 'run' && actor.name === actor.id) return `Run ${shortId(actor.id)}`;
  return actor.kind === 'system' ? actor.name.charAt(0).toUpperCase() + actor.name.slice(1) : actor.name;
}

/** The name that an author of texts is kept by; a run leads to its log. */
export function AuthorName({ name }: { readonly name: string }) {
  return name.startsWith('rn_') ? (
    <EntityLink id={name} />
  ) : (
    <span className="truncate font-medium text-fg">{name}</span>
  );
}
