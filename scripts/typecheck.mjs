import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = 'node_modules/typescript-native/bin/tsc';

/** Type-checks one project; answers the compiler's exit code. */
function check(project) {
  return new Promise((resolve, reject) => {
    spawn(process.execPath, [compiler, '-p', project], { cwd: root, stdio: 'inherit' })
      .on('error', reject)
      .on('exit', (code) => resolve(code ?? 1));
  });
}

const codes = await Promise.all(['tsconfig.json', 'apps/web/tsconfig.json'].map(check));
process.exitCode = Math.max(...codes);
