import { installPackages, npm } from '../install-packages.ts'

/** Installs the programs of others and electron-builder, and builds the typed client. */
export function setup(): void {
  for (const folder of ['e2e/clients/programs', 'clients/typescript', 'build/pack'])
    installPackages(folder)
  npm('clients/typescript', ['run', 'build'])
}
