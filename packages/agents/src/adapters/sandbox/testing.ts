import { chmodSync, chownSync } from 'node:fs';

/** A user, and a group, that are nobody's here. */
const stranger = 54_321;

/** Whether the tests run as the super-user, whom no mode of a folder keeps out. */
export const isSuperUser = process.getuid?.() === 0;

/** Closes a folder to whoever runs the tests, in a sandbox: by its mode, and for the super-user by giving it to somebody else. */
export function shut(folder: string, { group = stranger, mode = 0o700 } = {}): void {
  if (isSuperUser) chownSync(folder, stranger, group);
  chmodSync(folder, isSuperUser ? mode : 0o000);
}

/** Lets whoever runs the tests in again. */
export function unshut(folder: string): void {
  chmodSync(folder, 0o711);
}
