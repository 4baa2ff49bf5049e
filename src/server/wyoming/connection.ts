import { once } from 'node:events'
import type { Socket } from 'node:net'
import { AppError } from '#shared/errors.ts'
import { encodeEvent, readEvents, type WyomingEvent } from './events.ts'
import { infoOf } from './info.ts'
import type { Connection, WyomingProgram } from './session.ts'
import { type StreamedText, streamText, synthesize } from './speech.ts'
import { receiveSound, type SentSound } from './transcription.ts'

/** How long a client may say and take nothing, in milliseconds. */
export interface Patience {
  /** One for which nothing is in work, also if it has begun a text or a sound. */
  readonly silentMs: number
  /** One that is being served. */
  readonly idleMs: number
}

/** A client as its server sees it. */
export interface ServedClient {
  /** Whether something that it has asked for is in work. */
  isBusy(): boolean
  readonly ended: Promise<void>
}

/** Answers one client until it goes away, or neither sends nor takes anything for too long. */
export function serveClient(
  socket: Socket,
  program: WyomingProgram,
  patience: Patience,
): ServedClient {
  let inWork = 0
  let isOpen = false
  const setTimeout = (): void => {
    socket.setTimeout(inWork > 0 ? patience.idleMs : patience.silentMs)
  }
  const state: ClientState = {
    async work(run) {
      inWork++
      setTimeout()
      try {
        return await run()
      } finally {
        inWork--
        setTimeout()
      }
    },
    setOpen(open) {
      isOpen = open
    },
  }
  setTimeout()
  return { isBusy: () => isOpen || inWork > 0, ended: serveConnection(socket, program, state) }
}

/** What is known of a client. */
interface ClientState extends Pick<Connection, 'work'> {
  /** Whether a text or a sound is coming in. */
  setOpen(isOpen: boolean): void
}

async function serveConnection(
  socket: Socket,
  program: WyomingProgram,
  { work, setOpen }: ClientState,
): Promise<void> {
  const gone = new AbortController()
  const leave = (): void => gone.abort(new AppError('speech/cancelled', 'The client went away.'))
  socket.once('close', leave)
  // A broken connection closes; there is nothing else to do about it.
  socket.on('error', leave)
  socket.setNoDelay(true).once('timeout', () => socket.destroy())
  const connection: Connection = {
    gone: gone.signal,
    work,
    async send(event) {
      gone.signal.throwIfAborted()
      if (!socket.write(encodeEvent(event))) await once(socket, 'drain', { signal: gone.signal })
    },
  }
  const session = createSession(program, connection)
  try {
    for await (const event of readEvents(socket)) {
      await work(() => session.handle(event))
      setOpen(session.isOpen())
    }
  } catch (error) {
    if (!gone.signal.aborted) await sendFailure(connection, error, program)
  } finally {
    session.close()
    socket.end()
  }
}

/** What follows from the events of one client, one after the other. */
function createSession(program: WyomingProgram, connection: Connection) {
  let streamed: StreamedText | undefined
  let sound: SentSound | undefined
  const handlers: Readonly<Record<string, (event: WyomingEvent) => Promise<void> | void>> = {
    describe: async () => connection.send(await infoOf(program)),
    ping: ({ data }) => {
      const { text } = data
      return connection.send({ type: 'pong', data: typeof text === 'string' ? { text } : {} })
    },
    // Who streams also sends the whole text, for servers that cannot.
    synthesize: ({ data }) => (streamed ? undefined : synthesize(program, connection, data)),
    'synthesize-start': async ({ data }) => {
      streamed?.close()
      streamed = await streamText(program, connection, data)
    },
    'synthesize-chunk': ({ data }) => {
      if (!streamed) throw new AppError('request/invalid', 'Send "synthesize-start" first.')
      streamed.append(data)
    },
    'synthesize-stop': async () => {
      await streamed?.end()
      streamed = undefined
    },
    transcribe: ({ data }) => {
      sound = receiveSound(program, connection, data)
    },
    'audio-start': ({ data }) => {
      sound ??= receiveSound(program, connection, {})
      sound.begin(data)
    },
    'audio-chunk': ({ payload }) => {
      if (payload) sound?.append(payload)
    },
    'audio-stop': async () => {
      await sound?.end()
      sound = undefined
    },
  }
  return {
    /** Other events are for other kinds of servers, and are passed over. Throws AppError. */
    async handle(event: WyomingEvent): Promise<void> {
      if (Object.hasOwn(handlers, event.type)) await handlers[event.type]?.(event)
    },
    /** Whether a text or a sound is coming in. */
    isOpen: () => streamed !== undefined || sound !== undefined,
    close: () => streamed?.close(),
  }
}

/** Clients wait for sound, and not for errors: the end of the connection, which follows, is what they notice. */
async function sendFailure(
  { send }: Connection,
  error: unknown,
  { onBug }: WyomingProgram,
): Promise<void> {
  if (!(error instanceof AppError)) onBug(error)
  const [text, code] =
    error instanceof AppError
      ? [error.message, error.code]
      : ['Something went wrong in Griot.', 'speech/failed']
  await send({ type: 'error', data: { text, code } }).catch(() => undefined)
}
