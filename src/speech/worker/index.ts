/** The speech worker: the speaker behind a message port. Nothing else runs here. */
import { defaultEngine, engineFor } from '#speech/engines/registry.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { type HostLink, serveSpeaker } from './serve.ts'

/** The parts of Electron's utility process that are used; plain Node has none of them. */
interface ParentPort {
  once(event: 'message', listener: (event: { ports: Port[] }) => void): void
}
interface Port {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
  start(): void
}

// Standard error may be closed already.
process.stderr.on('error', () => undefined)
// A terminal sends these to every process of the command. The host finishes what is in work and then ends this one.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)

const [resources = '', engine = defaultEngine().id] = process.argv.slice(2)
const [link, speaker] = await Promise.all([openLink(), openSpeaker(resources, engine)])
await selfTest()
serveSpeaker(link, speaker, engineFor(engine).capabilities.parallel)
link.send({ kind: 'ready' })

/**
 * A model that loads may still be unable to speak, so one word is synthesized. An engine without voices is not tested.
 */
async function selfTest(): Promise<void> {
  const [voice] = engineFor(engine).voices()
  if (!voice) return
  const request = { text: languageFor(voice.language).hello, voice: voice.id, speed: 1 }
  let isSilent = true
  for await (const { samples } of speaker.speak(request, new AbortController().signal))
    isSilent &&= samples.every((sample) => sample === 0)
  if (isSilent) throw new Error(`the voices of ${engine} are silent`)
}

async function openLink(): Promise<HostLink> {
  const { parentPort } = process as { parentPort?: ParentPort }
  return parentPort ? portLink(await firstPort(parentPort)) : parentProcessLink()
}

function firstPort(parentPort: ParentPort): Promise<Port> {
  return new Promise((resolve, reject) => {
    parentPort.once('message', ({ ports: [port] }) =>
      port ? resolve(port) : reject(new Error('The speech worker was started without a port.')),
    )
  })
}

function portLink(port: Port): HostLink {
  port.on('close', () => process.exit(0))
  return {
    send: (message: FromWorker) => port.postMessage(message),
    onMessage(listener) {
      port.on('message', ({ data }) => listener(data as ToWorker))
      port.start()
    },
  }
}

function parentProcessLink(): HostLink {
  // When the host is gone, however it ended, this process ends too.
  process.on('disconnect', () => process.exit(0))
  return {
    // Killed in the middle of a text, the host is gone before "disconnect" is heard: the pipe breaks first.
    send: (message) =>
      process.send?.(message, undefined, {}, (error) => {
        if (error) process.exit(0)
      }),
    onMessage: (listener) => {
      process.on('message', (message) => listener(message as ToWorker))
    },
  }
}
