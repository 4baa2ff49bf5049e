import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Installs the programs of others and builds the typed client, each as its lock file says. Install scripts of others do not run. */
export function setup(): void {
  for (const folder of ['e2e/clients/programs', 'clients/typescript'])
    npm(folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  npm('clients/typescript', ['run', 'build'])
}

function npm(folder: string, given: readonly string[]): void {
  execFileSync('npm', [...given, '--silent'], {
    cwd: join(ROOT, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
}
