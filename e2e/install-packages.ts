import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Says for which lock file the packages beside it were installed. npm removes it with them. */
const MARKER = 'node_modules/.installed-for'

/**
 * Installs the packages of `folder` as its lock file says, unless it has done so before. Returns whether it installed anything.
 * Install scripts of others do not run. Throws where npm fails.
 */
export function installPackages(folder: string): boolean {
  const marker = join(folder, MARKER)
  const hash = hashOfLock(folder)
  if (readIfThere(marker) === hash) return false
  // Whatever ends the installation before its time, the next one begins anew.
  rmSync(marker, { force: true })
  runNpm(folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  mkdirSync(dirname(marker), { recursive: true })
  writeFileSync(marker, hash)
  return true
}

/** Runs npm in `folder`. Throws where it fails, after it has said why on standard error. */
export function runNpm(folder: string, given: readonly string[]): void {
  execFileSync('npm', [...given, '--loglevel', 'error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
}

/** Some packages are others on another system. */
function hashOfLock(folder: string): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const name of ['package.json', 'package-lock.json'])
    hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
