/** The speech worker: the speaker behind a message port. Nothing else runs here. */
import {
  defaultEngine,
  engineFor,
  PACK_WORKER,
  PACK_WORKER_PARALLEL,
} from '#speech/engines/registry.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { openTracing } from '#telemetry/open-tracing.ts'
import { openHostLink } from './host-link.ts'
import type { ToWorker } from './messages.ts'
import { openModelQuestions } from './model-questions.ts'
import { type HostLink, serveSpeaker } from './serve.ts'

const [resources = '', engine = defaultEngine().id] = process.argv.slice(2)
await openTracing({ service: 'griot-speech', variables: process.env })
const { models, port } = openModelQuestions(await openHostLink())
const speaker = await openSpeaker(resources, engine, models)
const link: HostLink = {
  send: port.send,
  // Only the host holds the other end.
  onMessage: (listener) => port.onMessage((message) => listener(message as ToWorker)),
}
await selfTest()
const isForPacks = engine === PACK_WORKER
serveSpeaker(
  link,
  speaker,
  isForPacks ? PACK_WORKER_PARALLEL : engineFor(engine).capabilities.parallel,
)
link.send({ kind: 'ready' })

/**
 * A model that loads may still be unable to speak, so one word is synthesized. An engine without voices is not tested,
 * and models of packs are loaded only when they are asked for.
 */
async function selfTest(): Promise<void> {
  if (engine === PACK_WORKER) return
  const [voice] = engineFor(engine).voices()
  if (!voice) return
  const request = { text: languageFor(voice.language).hello, voice: voice.id, speed: 1 }
  let isSilent = true
  for await (const { samples } of speaker.speak(request, new AbortController().signal))
    isSilent &&= samples.every((sample) => sample === 0)
  if (isSilent) throw new Error(`the voices of ${engine} are silent`)
}
