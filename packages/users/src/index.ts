// The people of a workspace: one row for now, made when somebody first acts. It refuses to know passwords or rights;
// what it gives is the name that every change carries.
export { ensureOwner, findOwner, type UserRow } from './adapters/owner.ts';
export { userRefreshes } from './refreshes.ts';
