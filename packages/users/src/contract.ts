import type { Event } from '@cw/kernel';

/** What happens to the people of a workspace; the entity is the user's id. */
export type UserEvent = Event<'user.added', { readonly name: string }>;
