import { writeBackup } from '#storage/backup/write-backup.ts'
import type { Environment } from './environment.ts'
import { parseCommand, UsageError } from './help.ts'
import { askPassphrase, checkNew, passphraseGiven } from './passphrase.ts'
import { createProgress } from './progress.ts'

/** Write everything of the data folder into one file, also while Griot runs. */
export async function backup(
  args: readonly string[],
  environment: Environment,
  stop: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseCommand(args, {
    encrypt: { type: 'boolean', default: false },
    'passphrase-file': { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  const [target, ...others] = positionals
  if (target === undefined || others.length > 0)
    throw new UsageError('Say where the backup is to go: griot backup FILE, or a folder.')
  if (values['passphrase-file'] !== undefined && !values.encrypt)
    throw new UsageError('--passphrase-file is for --encrypt.')
  const given = values.encrypt ? passphraseGiven(values['passphrase-file'], environment) : undefined
  const passphrase = values.encrypt
    ? given === undefined
      ? await askPassphrase(true, stop)
      : checkNew(given)
    : undefined
  const { home, version } = environment
  const progress = createProgress(process.stderr, 'MB')
  const onProgress = (done: number, total: number): void =>
    progress.show(Math.round(done / 1e6), Math.round(total / 1e6))
  const order = { home, target, passphrase, version, now: () => new Date(), onProgress }
  const { path, sizeBytes, manifest } = await writeBackup(order, stop).finally(progress.clear)
  const { entries, missing, changed, leftOut } = manifest
  if (values.json) {
    const about = { path, size_bytes: sizeBytes, files: entries.length, missing, changed }
    const encrypted = passphrase !== undefined
    console.log(JSON.stringify({ ...about, left_out: leftOut, encrypted }))
  } else
    console.log(`Wrote ${path}: ${entries.length} files, ${sizeBytes} bytes, read again and whole.`)
  for (const name of missing) console.error(`Not in it, because it is not on the disk: ${name}`)
  for (const name of leftOut)
    console.error(
      `Not in it, because not every system can write its name, or tell it from another one: ${name}. Rename it, or move it out of the data folder.`,
    )
  for (const name of changed)
    console.error(`In it as it is, which is not as it was stored: ${name}`)
  console.error(
    passphrase === undefined
      ? 'It holds the signing key, recordings and scripts, and whoever has it can read them: keep it safe, or use --encrypt.'
      : 'Without its passphrase nobody can open it: keep that elsewhere.',
  )
  return missing.length + changed.length + leftOut.length === 0 ? 0 : 1
}
