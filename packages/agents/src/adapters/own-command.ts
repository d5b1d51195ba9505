import type { OwnProgram } from '../ports/provider.ts';

/** The whole command of a program, with the variables that it is told besides. */
export function ownCommand({ command, args, env }: OwnProgram): readonly string[] {
  return ['env', ...Object.entries(env).map(([name, value]) => `${name}=${value}`), command, ...args];
}
