/** Variables of git that only say how to reach the network or where the user's configuration lies. */
const kept = /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|SSL_.*|PROXY_.*|CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM)$/;

/** Hooks and the file-system monitor of a repository are programs; bookkeeping must not start them. */
export const bookkeepingConfig = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'gc.auto=0',
  '-c',
  'maintenance.auto=false',
  '-c',
  'advice.detachedHead=false',
  '-c',
  'submodule.recurse=false',
] as const;

/**
 * The environment git runs in: the given one without what would point git at another repository, ask questions
 * or open an editor. Messages are in English, because some are read by code.
 */
export function gitEnvironment(
  env: NodeJS.ProcessEnv,
  extra: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  const clean: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('GIT_') || kept.test(name)) clean[name] = value;
  }
  return {
    ...clean,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'true',
    SSH_ASKPASS: 'true',
    GIT_EDITOR: 'true',
    GIT_SEQUENCE_EDITOR: 'true',
    GIT_PAGER: 'cat',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
    ...extra,
  };
}
