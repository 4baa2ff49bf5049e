import { join } from 'node:path'
import { installPackages, runNpm } from './install-packages.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'clients/typescript')

/** Installs the programs of others and builds the typed client. */
export function setup(): void {
  for (const folder of [join(ROOT, 'e2e/clients/programs'), CLIENT]) installPackages(folder)
  runNpm(CLIENT, ['run', 'build'])
}
