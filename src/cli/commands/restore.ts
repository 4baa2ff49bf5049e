import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { refuseService } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { askPassphrase, passphraseGiven } from '#cli/passphrase.ts'
import { UsageError } from '#cli/usage-error.ts'

/** Restores the data folder, or its library alone, from a backup. The current contents are set aside. */
export function restore(context: CommandContext): CommandUnknownOpts {
  const { environment } = context
  return new GriotCommand('restore', {
    summary: 'restore a backup; the current contents are set aside',
    description:
      'Restore the data folder from a backup, or replace only its library with a rescued one. The current contents are set aside, not deleted. Stop Griot first.',
    examples: [
      'griot restore --check ~/backups/before-travel.tar',
      'griot restore ~/backups/before-travel.tar --into ~/another-data-folder',
    ],
  })
    .argument('<FILE>', 'a backup, or a library alone')
    .option('--into <FOLDER>', 'use this data folder instead of the usual one')
    .option('--check', 'only read the backup, and say whether it is complete')
    .option(
      '--passphrase-file <FILE>',
      'file that holds the passphrase (default: GRIOT_BACKUP_PASSPHRASE, else it is asked for)',
    )
    .action(async (file, { into, check, passphraseFile }) => {
      if (!check) refuseService(environment, 'restore', 'Restore that database with pg_restore.')
      const home = into === undefined ? environment.home : resolve(into)
      const path = pathFor(file, home)
      const { kindOf } = await import('#storage/backup/read-backup.ts')
      const kind = await kindOf(path)
      if (kind === 'library' && check)
        throw new UsageError(`${file} is a library alone, which --check cannot check.`)
      if (kind === 'library') return replaceLibrary(file, path, home, context)
      const passphrase =
        kind === 'encrypted' ? await passphraseFor(passphraseFile, context) : undefined
      if (check) return checkWhole(file, path, passphrase, context)
      return replaceAll(path, home, passphrase, context)
    })
}

const now = (): Date => new Date()

async function replaceLibrary(
  file: string,
  path: string,
  home: string,
  { stop }: CommandContext,
): Promise<void> {
  const { restoreLibrary } = await import('#storage/backup/restore.ts')
  const { ownership, aside } = await restoreLibrary({ home, path, now }, stop)
  console.log(
    `The library of ${home} is now the one of ${file}. Files and recordings were not touched.`,
  )
  printAside(aside)
  if (ownership.kind !== 'own') console.error(ownership.message)
}

async function checkWhole(
  file: string,
  path: string,
  passphrase: string | undefined,
  { stop }: CommandContext,
): Promise<void> {
  const { checkBackup } = await import('#storage/backup/restore.ts')
  const { entries, createdAt } = await checkBackup(path, passphrase, stop)
  console.log(`${file} is complete: ${entries.length} files of ${createdAt}.`)
}

async function replaceAll(
  path: string,
  home: string,
  passphrase: string | undefined,
  { stop }: CommandContext,
): Promise<void> {
  const { restoreBackup } = await import('#storage/backup/restore.ts')
  const { manifest, aside } = await restoreBackup({ home, path, passphrase, now }, stop)
  console.log(
    `Restored ${home} to its state of ${manifest.createdAt}: ${manifest.entries.length} files.`,
  )
  printAside(aside)
}

async function passphraseFor(
  file: string | undefined,
  { environment, stop }: CommandContext,
): Promise<string> {
  return passphraseGiven(file, environment) ?? askPassphrase(false, stop)
}

/** A rescued library lies in the data folder, and is named without that. */
function pathFor(file: string, home: string): string {
  const path = resolve(file)
  return !existsSync(path) && existsSync(join(home, file)) ? join(home, file) : path
}

function printAside(aside: string | undefined): void {
  if (aside === undefined) return
  console.log(
    `What was there before is in ${aside}. "griot recover ${aside}" brings back the files and voices that the backup lacks. Delete the folder when you no longer need it.`,
  )
}
