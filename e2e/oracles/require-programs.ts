import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { debianPackagesOf, ORACLE_PROGRAMS, type OracleProgram } from './programs.ts'

/** Stops the run before the first test if a program is missing, and explains how to install it. */
export function setup(): void {
  const missing = missingFrom(ORACLE_PROGRAMS, process.env['PATH'] ?? '')
  if (missing.length > 0) throw new Error(wordsFor(missing))
  if (!process.env['SPITCH_PYTHON_CLIENT']) process.stderr.write(WITHOUT_CLIENT)
}

const WITHOUT_CLIENT =
  'Left out: the tests of the published Python client. SPITCH_PYTHON_CLIENT names a checkout of it (CONTRIBUTING.md).\n'

function missingFrom(
  programs: readonly OracleProgram[],
  searchPath: string,
): readonly OracleProgram[] {
  const folders = searchPath.split(delimiter).filter(Boolean)
  return programs.filter(({ name }) => !folders.some((folder) => mayRun(join(folder, name))))
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function wordsFor(missing: readonly OracleProgram[]): string {
  return [
    'These tests ask programs of others, and some are not on the PATH:',
    ...missing.map(({ name, debianPackages, judges }) => {
      const noun = debianPackages.length === 1 ? 'package' : 'packages'
      return `  ${name} (Debian ${noun} ${debianPackages.join(', ')}), which judges ${judges}`
    }),
    `To install them: sudo apt-get install ${debianPackagesOf(missing).join(' ')}`,
  ].join('\n')
}
