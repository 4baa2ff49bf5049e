/**
 * A speech engine in a process of its own, without node, queue or socket. Arguments: a voice. To every message of its parent, a number of
 * milliseconds, it answers with the seconds of sound that it made in that time.
 */
import { join } from 'node:path'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { systemVoice } from '#speech/engines/registry.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { prose } from './texts.ts'

const voice = process.argv[2] ?? ''
const speaker = await openSpeaker(
  join(import.meta.dirname, '../resources'),
  systemVoice(voice)?.engine,
)

async function soundIn(milliseconds: number): Promise<number> {
  const until = performance.now() + milliseconds
  let samples = 0
  for (let n = 0; performance.now() < until; n++) {
    const order = { text: prose(400 + (n % 200)), voice, speed: 1 }
    for await (const chunk of speaker.speak(order, new AbortController().signal)) {
      if (performance.now() >= until) break
      samples += chunk.samples.length
    }
  }
  return samples / SAMPLE_RATE
}

process.on('message', async (milliseconds) => process.send?.(await soundIn(Number(milliseconds))))
process.once('disconnect', () => process.exit())
process.send?.('ready')
