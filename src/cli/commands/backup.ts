import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { refuseService } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { askPassphrase, checkNew, passphraseGiven } from '#cli/passphrase.ts'
import { createProgressBar } from '#cli/progress.ts'
import { UsageError } from '#cli/usage-error.ts'

/** Writes everything of the data folder into one file, also while Griot is running. */
export function backup(context: CommandContext): CommandUnknownOpts {
  const { environment, stop } = context
  return new GriotCommand('backup', {
    summary: 'write everything of the data folder into one file',
    description:
      'Write everything of the data folder into one file, and read it again to check it, also while Griot is running.',
    examples: ['griot backup ~/backups', 'griot backup before-travel.tar.age --encrypt'],
  })
    .argument('<FILE|FOLDER>', 'a new file, or a folder in which the file is named by the time')
    .option(
      '--encrypt',
      'encrypt it with a passphrase: of --passphrase-file or GRIOT_BACKUP_PASSPHRASE, else it is asked for',
    )
    .option('--passphrase-file <FILE>', 'file that holds the passphrase')
    .option('--json', 'answer as JSON')
    .action(async (target, { encrypt = false, passphraseFile, json }) => {
      refuseService(environment, 'backup', 'Save that database with pg_dump.')
      if (passphraseFile !== undefined && !encrypt)
        throw new UsageError('--passphrase-file works only together with --encrypt.')
      const passphrase = encrypt ? await newPassphrase(passphraseFile, context) : undefined
      const { home, version } = environment
      const progress = createProgressBar(process.stderr, 'MB')
      const onProgress = (done: number, total: number): void =>
        progress.show(Math.round(done / 1e6), Math.round(total / 1e6))
      const { writeBackup } = await import('#storage/backup/write-backup.ts')
      const order = { home, target, passphrase, version, now: () => new Date(), onProgress }
      const written = await writeBackup(order, stop).finally(progress.clear)
      print(written, encrypt, json)
      const { missing, changed, leftOut } = written.manifest
      if (missing.length + changed.length + leftOut.length > 0) context.exitCode = 1
    })
}

async function newPassphrase(
  file: string | undefined,
  { environment, stop }: CommandContext,
): Promise<string> {
  const given = passphraseGiven(file, environment)
  return given === undefined ? askPassphrase(true, stop) : checkNew(given)
}

type Written = Awaited<ReturnType<typeof import('#storage/backup/write-backup.ts')['writeBackup']>>

function print({ path, sizeBytes, manifest }: Written, encrypted: boolean, json = false): void {
  const { entries, missing, changed, leftOut } = manifest
  if (json) {
    const about = { path, size_bytes: sizeBytes, files: entries.length, missing, changed }
    console.log(JSON.stringify({ ...about, left_out: leftOut, encrypted }))
  } else
    console.log(
      `Wrote ${path}: ${entries.length} files, ${sizeBytes} bytes. It was read again and is complete.`,
    )
  for (const name of missing)
    console.error(`Not in the backup, because it is not on the disk: ${name}`)
  for (const name of leftOut)
    console.error(
      `Not in the backup, because some systems cannot write its name, or cannot tell it from another one: ${name}. Rename it, or move it out of the data folder.`,
    )
  for (const name of changed) console.error(`Backed up, but changed since it was stored: ${name}`)
  console.error(
    encrypted
      ? 'Nobody can open it without its passphrase. Keep that in another place.'
      : 'It holds the signing key, recordings and scripts, and anyone who has it can read them. Keep it safe, or use --encrypt.',
  )
}
