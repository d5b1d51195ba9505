import { PersonBadge, RoleBadge } from '@cw/ui';
import { isRun, useAgentName } from '../agent/agent-name.ts';
import { EntityLink } from './event-sentence.tsx';

type Actor = { readonly kind: string; readonly id: string; readonly name: string };

const partRoles: Readonly<Record<string, string>> = { integration: 'integrator' };

/** The mark of who did it: a circle for people, the square of a role for runs and parts of the program. */
export function ActorBadge({ actor }: { readonly actor: Actor }) {
  const agent = useAgentName(actor.id);
  if (actor.kind === 'user') return <PersonBadge name={actor.name} />;
  return <RoleBadge of={actor.kind === 'run' ? (agent?.role ?? 'worker') : (partRoles[actor.id] ?? actor.id)} />;
}

/** Who did it, as people call them: a run by the name of its agent. */
export function useActorName(actor: Actor | undefined): string {
  const agent = useAgentName(actor?.id);
  if (actor === undefined) return '';
  if (actor.kind === 'run' && actor.name === actor.id) return agent?.name ?? 'An agent';
  return actor.kind === 'system' ? actor.name.charAt(0).toUpperCase() + actor.name.slice(1) : actor.name;
}

export function ActorName({ actor }: { readonly actor: Actor }) {
  return useActorName(actor);
}

/** The mark of who wrote something, by the name that authors of texts are kept by. */
export function AuthorBadge({ name }: { readonly name: string }) {
  const agent = useAgentName(name);
  return isRun(name) ? <RoleBadge of={agent?.role ?? 'worker'} /> : <PersonBadge name={name} />;
}

/** The name that an author of texts is kept by; an agent leads to the log of its run. */
export function AuthorName({ name }: { readonly name: string }) {
  return isRun(name) ? <EntityLink id={name} /> : <span className="truncate font-medium text-fg">{name}</span>;
}
