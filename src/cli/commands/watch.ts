import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { defaultVoice } from '#cli/default-voice.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { languageNamed, oneOf } from '#cli/option-values.ts'
import { bitrateFor, speedOf } from '#cli/sound-options.ts'
import { SPEED } from '#shared/script.ts'

/** Formats that say who has made them: only what Griot has made is replaced when its text changes. */
const FORMATS = ['mp3', 'wav', 'ogg_opus', 'webm_opus', 'flac'] as const

/** Speaks the text files of a folder whenever they appear or change. */
export function watch(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('watch', {
    summary: 'speak the text files of a folder when they change',
    description:
      'Speak every .txt file of a folder, and of the folders in it, into a sound file beside it, whenever it appears or changes, until Ctrl-C. A sound file that Griot has not made is never replaced.',
    examples: ['griot watch news --voice amina', 'griot watch ~/Scripts --format wav --json'],
  })
    .argument('<FOLDER>', 'the folder with the texts')
    .option('--voice <VOICE>', 'id or name of a voice (default: as for "griot say")')
    .option('--language <LANGUAGE>', 'language of the texts (default: detected in each)')
    .option('--format <FORMAT>', FORMATS.join(', '), FORMATS[0])
    .option('--bitrate <RATE>', 'as for "griot say"', '128k')
    .option('--speed <FACTOR>', `${SPEED.min} to ${SPEED.max}: the pace, not the pitch`, '1')
    .option('--json', 'answer with a line of JSON for each file')
    .action(async (folder, { voice, language, json = false, ...options }) => {
      const format = oneOf('format', options.format, FORMATS)
      const { watchFolder } = await import('#cli/watch-folder.ts')
      const order = {
        ...{ folder, json, format },
        voice: voice ?? defaultVoice(context.environment.stored, language) ?? '',
        language: language === undefined ? undefined : languageNamed(language),
        bitrate: bitrateFor(options.bitrate, format),
        speed: speedOf(options.speed),
      }
      context.stopWords = 'Stopped.'
      await watchFolder(order, context)
    })
}
