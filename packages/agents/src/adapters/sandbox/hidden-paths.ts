import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { namesIn } from '@cw/storage';
import type { Mount } from '../../model/sandbox.ts';
import { programs } from '../../providers/programs.ts';
import type { HostEnv } from '../child-environment.ts';
import { isEntered } from './entered.ts';

/** What a user keeps below the home directory to sign in with, to sign with, or to be remembered by. */
const ofHome = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.password-store',
  '.terraform.d',
  '.vault-token',
  '.netrc',
  '.git-credentials',
  '.pgpass',
  '.my.cnf',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pypirc',
  '.pip',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.bundle/config',
  '.composer/auth.json',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.gradle/gradle.properties',
  '.nuget/NuGet/NuGet.Config',
  '.bash_history',
  '.zsh_history',
  '.python_history',
  '.node_repl_history',
  '.psql_history',
  '.mysql_history',
  '.mozilla',
  '.thunderbird',
  '.pki',
  '.Xauthority',
  '.rd',
  '.lima',
  '.colima',
  // The sign-ins of agent programs that cw does not start; those of the others are told by their folders.
  '.codex',
  '.gemini',
  '.cursor',
  '.aider.conf.yml',
  // The workspace that commands would find by themselves.
  '.cw',
];

const ofConfig = [
  'gh',
  'hub',
  'glab-cli',
  'git/credentials',
  'gcloud',
  'doctl',
  'op',
  'rclone',
  'sops',
  'age',
  'pip',
  'pypoetry',
  'containers',
  'netlify',
  'vercel',
  'configstore',
  'NuGet',
  'npm',
  'goose',
  'opencode',
  'github-copilot',
  'google-chrome',
  'chromium',
  'BraveSoftware',
  'microsoft-edge',
  'vivaldi',
];

const ofData = ['keyrings', 'kwalletd', 'opencode', 'goose', 'fish/fish_history', 'containers', 'pypoetry'];

/** Sockets of services that would act outside on an agent's behalf lie there, such as those of Docker and systemd. */
const runtimeFolder = '/run';
const otherRuntimes = ['/var/lib/lxd', '/var/lib/incus', '/var/snap/lxd'];

/** What only the super-user may read, who is let read it in a sandbox, too: passwords, keys of this machine, and copies of them. */
const ofMachine: readonly (readonly [folder: string, names: RegExp])[] = [
  ['/etc', /^g?shadow|^(krb5\.keytab|wireguard|sudoers|sudoers\.d|crypttab)$/],
  ['/etc/ssh', /^ssh_host_.*_key$/],
  ['/etc/ssl', /^private$/],
  ['/etc/pki/tls', /^private$/],
  ['/etc/letsencrypt', /^(accounts|archive|keys|live)$/],
  ['/etc/NetworkManager', /^system-connections$/],
  ['/etc/security', /^opasswd$/],
  ['/var/backups', /shadow/],
  ['/var/lib/systemd', /^credential\.secret$/],
];

/** Of the runtime folder, what names are resolved with, and where NixOS keeps its programs. */
const neededOfRuntime = ['/etc/resolv.conf', '/run/current-system', '/run/booted-system', '/run/nscd'];

/**
 * What of this machine an agent in a sandbox does not find, as far as it is there.
 * @param nothing an empty file, which it finds instead of others
 */
export function hiddenPaths(host: HostEnv, nothing: string): readonly Mount[] {
  const home = host.HOME || homedir();
  const config = host.XDG_CONFIG_HOME || join(home, '.config');
  const data = host.XDG_DATA_HOME || join(home, '.local/share');
  const secrets = [
    // That of the run's own program is given back to it.
    ...[...ofHome, ...programs.flatMap((program) => program.ofHome)].map((name) => join(home, name)),
    ...ofConfig.map((name) => join(config, name)),
    ...ofData.map((name) => join(data, name)),
  ];
  return [
    ...hide([...secrets, ...machineSecrets(), runtimeFolder, ...otherRuntimes], nothing),
    ...read(neededOfRuntime.filter(isRuntime)),
  ];
}

/** As far as this user may read them. */
function machineSecrets(): readonly string[] {
  return ofMachine
    .flatMap(([folder, names]) =>
      namesIn(folder)
        .filter((name) => names.test(name))
        .map((name) => join(folder, name)),
    )
    .filter(isReadable);
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

/** Hides what lies at these paths, as far as it is there and could be come by. */
export function hide(paths: readonly string[], nothing: string): readonly Mount[] {
  return real(paths)
    .filter(isEntered)
    .map((path) => {
      const isFolder = statSync(path).isDirectory();
      return isFolder ? { kind: 'hide', path } : { kind: 'read', path, from: nothing };
    });
}

function read(paths: readonly string[]): readonly Mount[] {
  return real(paths).map((path) => ({ kind: 'read', path }));
}

function isRuntime(path: string): boolean {
  return real([path]).some((found) => found.startsWith(`${runtimeFolder}/`));
}

function real(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => existsSync(path)).map((path) => realpathSync(path));
}
