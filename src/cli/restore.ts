import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { kindOf } from '#storage/backup/read-backup.ts'
import { checkBackup, restoreBackup, restoreLibrary } from '#storage/backup/restore.ts'
import type { Environment } from './environment.ts'
import { parseCommand, UsageError } from './help.ts'
import { askPassphrase, passphraseGiven } from './passphrase.ts'

/** Put a backup, or a library alone, in the place of what the data folder holds; that is put aside. */
export async function restore(
  args: readonly string[],
  environment: Environment,
  stop: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseCommand(args, {
    into: { type: 'string' },
    check: { type: 'boolean', default: false },
    'passphrase-file': { type: 'string' },
  })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0)
    throw new UsageError('Name the backup: griot restore FILE.')
  const home = values.into === undefined ? environment.home : resolve(values.into)
  const path = place(file, home)
  const kind = await kindOf(path)
  const now = (): Date => new Date()
  if (kind === 'library') {
    if (values.check)
      throw new UsageError(`${file} is a library alone, which has nothing to check.`)
    const { standing, aside } = await restoreLibrary({ home, path, now }, stop)
    console.log(
      `The library of ${home} is now that of ${file}. Files and recordings are untouched.`,
    )
    tellAside(aside)
    if (standing.kind !== 'own') console.error(standing.words)
    return 0
  }
  const passphrase =
    kind === 'encrypted'
      ? (passphraseGiven(values['passphrase-file'], environment) ??
        (await askPassphrase(false, stop)))
      : undefined
  if (values.check) {
    const { entries, createdAt } = await checkBackup(path, passphrase, stop)
    console.log(`${file} is whole: ${entries.length} files of ${createdAt}.`)
    return 0
  }
  const { manifest, aside } = await restoreBackup({ home, path, passphrase, now }, stop)
  console.log(
    `Restored ${home} as it was at ${manifest.createdAt}: ${manifest.entries.length} files.`,
  )
  tellAside(aside)
  return 0
}

/** A rescued library lies in the data folder, and is named without it. */
function place(file: string, home: string): string {
  const path = resolve(file)
  return !existsSync(path) && existsSync(join(home, file)) ? join(home, file) : path
}

function tellAside(aside: string | undefined): void {
  if (aside === undefined) return
  console.log(
    `What was there before lies in ${aside}. "griot recover ${aside}" brings files and voices back that are not in the backup; delete the folder when you do not need it any more.`,
  )
}
