import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand, READS_LINES } from '#cli/griot-command.ts'
import { linesOf } from '#cli/lines.ts'

/** Line filter: a text in, its phonemes in IPA out, as soon as a line is read. */
export function phonemes({ environment, stop }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('phonemes', {
    summary: 'turn standard input into phonemes in IPA, line by line',
    examples: [
      'griot phonemes --language yo < words.txt',
      'griot phonemes --language en-NG < names.txt',
    ],
    input: READS_LINES,
  })
    .option('--language <LANGUAGE>', 'language or dialect of the text', 'en')
    .option('--json', 'answer with one JSON object a line')
    .action(async ({ language, json }) => {
      const { openSpeaker } = await import('#speech/open-speaker.ts')
      const speaker = await openSpeaker(environment.resources)
      for await (const line of linesOf(process.stdin, stop)) {
        const [ipa = ''] = await speaker.phonemes([line], language, stop)
        process.stdout.write(`${json ? JSON.stringify({ text: line, ipa }) : ipa}\n`)
      }
      stop.throwIfAborted()
    })
}
