import { join } from 'node:path'
import { installPackages } from '../install-packages.ts'

/** Installs the players that no distribution has. */
export function setup(): void {
  installPackages(join(import.meta.dirname, 'players'))
}
