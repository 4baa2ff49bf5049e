import { until } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'

/** A message that a live connection received. */
export interface Heard {
  readonly type: string
  readonly code?: string
  readonly detail?: string
  readonly audio?: string
  readonly sentence?: string
  readonly words?: readonly {
    readonly text: string
    readonly start: number
    readonly end: number
  }[]
  readonly [field: string]: unknown
}

export interface LiveClient {
  readonly socket: WebSocket
  readonly heard: Heard[]
  /** Binary messages. */
  readonly binary: Buffer[]
  readonly closed: Promise<CloseEvent>
  send(message: unknown): void
  /** Waits until a message of this type has come, `times` times. */
  hears(type: string, times?: number): Promise<void>
  /** Sound received so far. */
  sound(): Buffer
}

/** Connects as an agent does, with a key in the header unless other headers are given. */
export async function openLiveClient(
  serverUrl: string,
  query = '',
  options: WebSocketInit = { headers: { authorization: `Bearer ${KEY}` } },
): Promise<LiveClient> {
  const socket = new WebSocket(
    `${serverUrl.replace('http', 'ws')}/v1/speech/stream${query}`,
    options,
  )
  const heard: Heard[] = []
  const opened = Promise.withResolvers<unknown>()
  const closed = new Promise<CloseEvent>((resolve) => {
    socket.addEventListener('close', resolve)
  })
  const binary: Buffer[] = []
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('message', ({ data }) => {
    if (data instanceof ArrayBuffer) binary.push(Buffer.from(data))
    else heard.push(JSON.parse(String(data)))
  })
  socket.addEventListener('open', opened.resolve)
  socket.addEventListener('error', opened.reject)
  await opened.promise
  return {
    socket,
    heard,
    binary,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    hears: (type, times = 1) =>
      until(() => heard.filter((message) => message.type === type).length >= times),
    sound: () => Buffer.concat(heard.map(({ audio = '' }) => Buffer.from(audio, 'base64'))),
  }
}
