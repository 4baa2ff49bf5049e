import { AppError } from '#shared/errors.ts'

/** An event of the Wyoming protocol: a line of JSON, more JSON, and bytes (github.com/rhasspy/wyoming). */
export interface WyomingEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  /** Samples of `audio-chunk`. */
  readonly payload?: Uint8Array | undefined
}

/** The longest part of an event that is read, in bytes: no client has a reason for more. */
export const PART_LIMIT_BYTES = 1024 * 1024
const NEWLINE = 0x0a

/** The bytes of an event, as they are sent. */
export function encodeEvent({ type, data, payload }: WyomingEvent): Buffer {
  const json = Object.keys(data).length === 0 ? '' : JSON.stringify(data)
  const header = {
    type,
    ...(json === '' ? {} : { data_length: Buffer.byteLength(json) }),
    ...(payload && payload.length > 0 ? { payload_length: payload.length } : {}),
  }
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n${json}`),
    payload ?? Buffer.alloc(0),
  ])
}

/**
 * Events of a stream of bytes, each as soon as it is whole; a last one that is cut off is left out. Throws AppError('request/unreadable')
 * where the bytes are no events, and ('request/too-large') before a part is read that is longer than `PART_LIMIT_BYTES`: in both cases
 * nobody can tell where the next event begins.
 */
export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<WyomingEvent> {
  const source = createReader(bytes)
  for (let line = await source.line(); line !== undefined; line = await source.line()) {
    if (line.trim() === '') continue
    const event = await restOf(objectOf(line), source.take)
    if (!event) return
    yield event
  }
}

/** The event with this header; undefined where the rest of it does not come. */
async function restOf(
  header: Readonly<Record<string, unknown>>,
  take: (length: number) => Promise<Buffer | undefined>,
): Promise<WyomingEvent | undefined> {
  const { type, data: inline } = header
  if (typeof type !== 'string') throw unreadable('it has no "type"')
  const more = await take(lengthOf(header, 'data_length'))
  const payload = await take(lengthOf(header, 'payload_length'))
  if (!more || !payload) return undefined
  const added = more.length > 0 ? objectOf(more.toString('utf8')) : {}
  const data = { ...(isObject(inline) ? inline : {}), ...added }
  return { type, data, payload: payload.length > 0 ? payload : undefined }
}

/** Bytes of a stream, as lines or by their number; undefined where it ends before. */
function createReader(bytes: AsyncIterable<Uint8Array>) {
  const source = bytes[Symbol.asyncIterator]()
  const parts: Uint8Array[] = []
  let size = 0
  const more = async (): Promise<Uint8Array | undefined> => {
    const next = await source.next()
    if (next.done) return undefined
    parts.push(next.value)
    size += next.value.length
    return next.value
  }
  const cut = (length: number): Buffer => {
    const whole = Buffer.concat(parts.splice(0))
    const rest = whole.subarray(length)
    size = rest.length
    if (size > 0) parts.push(rest)
    return whole.subarray(0, length)
  }
  return {
    async take(length: number): Promise<Buffer | undefined> {
      while (size < length) if (!(await more())) return undefined
      return cut(length)
    },
    async line(): Promise<string | undefined> {
      let before = 0
      let part = parts[0] ?? (await more())
      while (part && !part.includes(NEWLINE)) {
        before += part.length
        if (before > PART_LIMIT_BYTES) throw tooLarge('A line', before)
        part = await more()
      }
      return part && cut(before + part.indexOf(NEWLINE) + 1).toString('utf8')
    },
  }
}

function lengthOf(
  header: Readonly<Record<string, unknown>>,
  name: 'data_length' | 'payload_length',
): number {
  const length = header[name] ?? 0
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0)
    throw unreadable(`its ${name} is no number of bytes`)
  if (length > PART_LIMIT_BYTES) throw tooLarge(`A ${name}`, length)
  return length
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable('it is not JSON')
  }
  if (isObject(value)) return value
  throw unreadable('it is no JSON object')
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function unreadable(why: string): AppError {
  return new AppError(
    'request/unreadable',
    `This is no event of the Wyoming protocol: ${why}. An event begins with one line of JSON, such as {"type": "describe"}.`,
  )
}

function tooLarge(what: string, size: number): AppError {
  const [given, most] = [size, PART_LIMIT_BYTES].map((bytes) => bytes.toLocaleString('en'))
  return new AppError('request/too-large', `${what} has ${given} bytes; at most ${most} are read.`)
}
