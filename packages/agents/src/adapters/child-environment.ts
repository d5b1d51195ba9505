import type { SignInNames } from '../ports/program.ts';
import type { AccountLogin, LaunchRequest } from '../ports/provider.ts';

export type HostEnv = Readonly<Record<string, string | undefined>>;

/** What an agent's process may see of the environment cw runs in: where things are and how to reach the network. */
const allowedNames = new Set([
  'HOME',
  'PATH',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TERM',
  'TMPDIR',
  'TZ',
  'SSH_AUTH_SOCK',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'GOPATH',
  'GOROOT',
  'GOCACHE',
  'GOMODCACHE',
  'JAVA_HOME',
  'NVM_DIR',
  'PNPM_HOME',
  'PYENV_ROOT',
  'RBENV_ROOT',
  'BUN_INSTALL',
  'DENO_DIR',
  'NIX_PATH',
]);
const allowedPrefixes = ['LC_', 'XDG_'];

/** Never an account's to set: they would make the agent act as cw itself, or load code into every program of Node. */
const forbidden = /^(CW_.*|NODE_OPTIONS|LD_PRELOAD|DYLD_.*)$/;

export type ChildEnvironment = {
  readonly env: Record<string, string>;
  /** Names of what came from the account or the sign-in. */
  readonly secretNames: string[];
};

/**
 * The whole environment of a run's process. `CW_RUN` is added at the start; `CW_HOME`, `CW_ACTOR` and tokens never are.
 * @param names by what its program finds a sign-in; null: it has none
 */
export function childEnvironment(
  host: HostEnv,
  request: Pick<LaunchRequest, 'account' | 'gitEnv'>,
  names: SignInNames | null,
): ChildEnvironment {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(host)) {
    const allowed = allowedNames.has(name) || allowedPrefixes.some((prefix) => name.startsWith(prefix));
    if (allowed && value !== undefined) env[name] = value;
  }
  const login = names === null ? {} : request.account ? accountVariables(request.account, names) : signIn(host, names);
  return {
    env: { ...env, ...login, ...request.gitEnv, DISABLE_AUTOUPDATER: '1' },
    secretNames: Object.keys(login),
  };
}

/** What in the environment of cw signs an agent in. */
export function hostSecrets(host: HostEnv, names: SignInNames): string[] {
  return Object.entries(signIn(host, names)).flatMap(([name, value]) => (/KEY|TOKEN/.test(name) ? [value] : []));
}

function accountVariables(account: AccountLogin, { folder }: SignInNames): Record<string, string> {
  const own = Object.entries(account.env).filter(([name]) => !forbidden.test(name));
  return {
    ...Object.fromEntries(own),
    ...(account.configDir === null ? {} : { [folder]: account.configDir }),
  };
}

/** How the user has signed in to the program in a shell; seen by an agent only when no account is named. */
function signIn(host: HostEnv, { folder, variables }: SignInNames): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of [folder, ...variables]) {
    const value = host[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}
