import { installPackages } from '../install-packages.ts'

/** Installs the players that no distribution has. */
export function setup(): void {
  installPackages('e2e/oracles/players')
}
