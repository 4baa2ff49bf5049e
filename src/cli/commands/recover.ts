import { resolve } from 'node:path'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { refuseService } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'

/** Enters files and voices that are on the disk into a library that does not know them. */
export function recover({ environment, stop }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('recover', {
    summary: 'add files and voices found on disk to the library',
    examples: [
      'griot recover',
      'griot recover ~/.local/share/griot/before-restore-2026-03-04T05-06-07',
    ],
  })
    .argument(
      '[FOLDER]',
      'a folder that a restore has set aside, or lost+found (default: the data folder)',
    )
    .option('--json', 'answer as JSON')
    .action(async (folder, { json }) => {
      const { home } = environment
      refuseService(environment, 'recover', 'Restore that database from its own backup.')
      const { recover: recoverFrom } = await import('#app/recover.ts')
      const found = await recoverFrom(home, folder === undefined ? home : resolve(folder), stop)
      if (json) {
        console.log(JSON.stringify(found))
        return
      }
      const { files, nameless, voices, recordings } = found
      console.log(`Added to the library: ${files.length} files, ${voices.length} voices.`)
      if (nameless.length > 0)
        console.log(
          `For ${nameless.length} of these files only the content was found. They are unnamed and belong to the owner.`,
        )
      for (const path of recordings)
        console.log(
          `${path} does not say whose voice it is, nor that the speaker agreed. Make the voice again: griot voices create --audio "${path}/recording" --transcript @"${path}/transcript.txt" --name NAME --consent`,
        )
    })
}
