import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { LIVE_FORMATS } from '#app/live/live-sound.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { defaultVoice } from '#cli/default-voice.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { languageNamed, oneOf, wholeNumber } from '#cli/option-values.ts'
import { speedOf } from '#cli/sound-options.ts'
import { UsageError } from '#cli/usage-error.ts'
import { SPEED } from '#shared/script.ts'

/** Speaks standard input while it is being written. */
export function listen(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('listen', {
    summary: 'speak standard input while it is being written',
    description:
      'Speak what comes on standard input, sentence by sentence, while it comes: aloud, or to standard output as sound without a header. No server is needed.',
    examples: [
      'griot listen --voice sade',
      'griot listen --voice lina --out - --format mulaw < news.txt',
    ],
    notes:
      'tail -f log.txt | griot listen speaks what is added to a file. The sound of\n--out - is mono at 24 kHz (pcm_s16le) or 8 kHz (mulaw, alaw).',
  })
    .option('--voice <VOICE>', 'id or name of a voice (default: as for "griot say")')
    .option('--language <LANGUAGE>', 'language of the text (default: detected in each sentence)')
    .option('--speed <FACTOR>', `${SPEED.min} to ${SPEED.max}: the pace, not the pitch`, '1')
    .option('--format <FORMAT>', `${LIVE_FORMATS.join(', ')}, with --out`, LIVE_FORMATS[0])
    .option('--out <FILE>', '"-" writes to standard output (default: it is played aloud)')
    .option('--quiet <MS>', 'speak a whole sentence after so many milliseconds without more', '500')
    .action(async ({ voice, language, speed, format: asked, out, quiet }) => {
      if (out !== undefined && out !== '-')
        throw new UsageError('--out is "-", standard output. Redirect that to have a file.')
      const format = oneOf('format', asked, LIVE_FORMATS)
      if (out === undefined && format !== LIVE_FORMATS[0])
        throw new UsageError('--format goes with --out -.')
      const order = {
        voice: voice ?? defaultVoice(context.environment.stored, language) ?? '',
        language: language === undefined ? undefined : languageNamed(language),
        ...{ speed: speedOf(speed), format, quietMs: wholeNumber('quiet', quiet) },
      }
      await speak(order, out !== undefined, context)
    })
}

async function speak(
  order: Parameters<typeof import('#cli/live-input.ts')['speakLive']>[2],
  toOutput: boolean,
  context: CommandContext,
): Promise<void> {
  const { environment, stop } = context
  const { withPlayer } = await import('#media/player.ts')
  const { openQuietApp } = await import('#cli/open-quiet-app.ts')
  const { speakLive } = await import('#cli/live-input.ts')
  const { writeToOutput } = await import('#cli/standard-output.ts')
  const speakTo = async (write: (sound: Uint8Array) => Promise<void>): Promise<void> => {
    const app = await openQuietApp(environment)
    try {
      const onFailure = (error: unknown): void => {
        console.error(error instanceof Error ? error.message : error)
        context.exitCode = 1
      }
      await speakLive(app, process.stdin, order, { write, onFailure, stop })
    } finally {
      await app.close()
    }
  }
  if (toOutput) return speakTo((sound) => writeToOutput(sound, stop))
  return withPlayer(environment.ffmpeg.searchPath, stop, ({ write }) => speakTo(write))
}
