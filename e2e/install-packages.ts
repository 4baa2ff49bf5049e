import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Installs the packages of a folder as its lock file says. Install scripts of others do not run. */
export function installPackages(folder: string): void {
  npm(folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
}

/** Runs npm in a folder of the project, quietly but for what goes wrong. Throws if it fails. */
export function npm(folder: string, given: readonly string[]): void {
  execFileSync('npm', [...given, '--silent'], {
    cwd: join(ROOT, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
}
