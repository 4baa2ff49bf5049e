import { join } from 'node:path'
import { installPackages, runNpm } from '../install-packages.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'clients/typescript')

/** Installs the programs of others and electron-builder, and builds the typed client. */
export function setup(): void {
  const folders = [join(ROOT, 'e2e/clients/programs'), CLIENT, join(ROOT, 'build/pack')]
  for (const folder of folders) installPackages(folder)
  runNpm(CLIENT, ['run', 'build'])
}
