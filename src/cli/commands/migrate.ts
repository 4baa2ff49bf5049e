import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { MigrationReport } from '#app/migration/migrate.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { createProgressBar } from '#cli/progress.ts'
import { blobsOf } from '#cli/serve-options.ts'
import { UsageError } from '#cli/usage-error.ts'

/** Moves the library of this computer to a service, or back. */
export function migrate(context: CommandContext): CommandUnknownOpts {
  const { environment, stop } = context
  return new GriotCommand('migrate', {
    summary: 'move the library of this computer to a service, or back',
    description:
      'Copy accounts, tokens, files, voices, dictionaries, batches and the register of what was signed from the data folder to the database and the store of a service, or back into a data folder, and compare both ends. The source stays as it is. Nothing may use either end meanwhile. A run that was interrupted goes on where it was.',
    examples: [
      "griot migrate --to postgres://griot:PASSWORD@db.example/griot --blobs 's3://griot?endpoint=https://s3.example'",
      "griot migrate --from postgres://griot:PASSWORD@db.example/griot --blobs 's3://griot?endpoint=https://s3.example'",
    ],
  })
    .option('--to <URL>', 'database of the service to which the library goes')
    .option('--from <URL>', 'database of the service from which it comes')
    .option(
      '--blobs <PLACE>',
      'store of the bytes of the service: s3://BUCKET?endpoint=URL, or a folder (default: GRIOT_BLOBS)',
    )
    .option('--json', 'answer as JSON')
    .action(async ({ to, from, blobs: place, json = false }) => {
      const end = endOf(to, from)
      const blobs = blobsOf(place, environment)
      if (!blobs)
        throw new UsageError(
          'Name the store of the bytes of the service: --blobs PLACE or GRIOT_BLOBS.',
        )
      const progress = createProgressBar(process.stderr, 'rows and files')
      const { moveLibrary } = await import('#app/migration/open-migration.ts')
      const order = { home: environment.home, ...end, blobs, onProgress: progress.show }
      const report = await moveLibrary(order, stop).finally(progress.clear)
      print(report, json)
      if (report.differing.length > 0) context.exitCode = 1
    })
}

/** The service, and which way to go. Throws UsageError. */
function endOf(
  to: string | undefined,
  from: string | undefined,
): { readonly database: string; readonly direction: 'to-service' | 'to-folder' } {
  if (to !== undefined && from === undefined) return { database: to, direction: 'to-service' }
  if (from !== undefined && to === undefined) return { database: from, direction: 'to-folder' }
  throw new UsageError('Say where the library goes (--to URL) or where it comes from (--from URL).')
}

function print(report: MigrationReport, json: boolean): void {
  const { moved, differing } = report
  if (json) console.log(JSON.stringify(report))
  else for (const { what, count } of moved) console.log(`${what}\t${count}`)
  if (differing.length > 0)
    console.error(
      `These are not the same at both ends: ${differing.slice(0, 20).join(', ')}. Run the command again; if they still differ, report it.`,
    )
  else if (!json) console.error('Both ends were read again and are the same.')
}
