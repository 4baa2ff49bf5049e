import { openSpeaker } from '#speech/open-speaker.ts'
import type { Environment } from './environment.ts'
import { parseOptions, READS_INPUT } from './help.ts'
import { linesOf } from './lines.ts'

/** Line filter: text in, phonemes in IPA out, one line for one line, each as soon as it is read. */
export async function phonemes(
  args: readonly string[],
  { resources }: Environment,
  stop: AbortSignal,
): Promise<number> {
  const options = { language: { type: 'string', default: 'en' } } as const
  const { language } = parseOptions('phonemes', args, options, READS_INPUT)
  const speaker = await openSpeaker(resources)
  const lines = linesOf(process.stdin, stop)
  for await (const line of lines) {
    const [ipa = ''] = await speaker.phonemes([line], language, stop)
    process.stdout.write(`${ipa}\n`)
  }
  stop.throwIfAborted()
  return 0
}
