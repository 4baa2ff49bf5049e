import type { FileHandle } from 'node:fs/promises'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { formatSize } from '#storage/files/format-size.ts'
import { parseContentRange } from './content-range.ts'
import { hashFile } from './hash-file.ts'
import { capOf, type PackFile } from './pack-entry.ts'
import { openToWrite, plainFile, readJson, writeJson } from './pack-folder.ts'
import { describeFailure, LostConnection, type PackHttp, type PackResponse } from './pack-http.ts'

/** A file that is to arrive at `part`. */
export interface Arrival extends Pick<PackFile, 'bytes' | 'atMostBytes'> {
  readonly url: string
  /** Its name, for messages. */
  readonly name: string
  readonly sha256: string
  /** Where it arrives; what an earlier attempt has left there is continued. */
  readonly part: string
}

export interface ArrivalTools {
  readonly http: PackHttp
  /** Bytes that are at `part` now. */
  readonly onArrived: (bytes: number) => void
  /** Told when all bytes are there, and are being compared. */
  readonly onChecking: () => void
  /** Waits between attempts that brought nothing, in milliseconds; after the last one it is given up. */
  readonly waitsMs?: readonly number[]
}

const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000]
const MAX_WAIT_MS = 60_000
/** Statuses that may be others in a moment. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** What is remembered beside a part: whether the server still has the same file is asked by it (If-Range). */
const Remembered = z.object({ url: z.string(), etag: z.string() })

/**
 * Downloads a file to `part`, as far as it is not there yet, and compares it with its SHA-256. After a lost connection it
 * goes on where it was; what cannot be continued begins anew. Never takes more than the catalog says. Resolves once the
 * whole file is there and right. Throws AppError('pack/download') with what to do, ('storage/full'), ('storage/failed'),
 * and the reason of `signal`: then what has arrived stays, except where it was wrong.
 */
export async function downloadFile(
  arrival: Arrival,
  tools: ArrivalTools,
  signal: AbortSignal,
): Promise<void> {
  const { part, name } = arrival
  try {
    // A file of which a part came earlier may have been another one then: it is tried again from its start, once.
    for (let isFirst = true; ; isFirst = false) {
      const isWhole = await arrive(arrival, tools, signal)
      tools.onChecking()
      const { sha256 } = await hashFile(part, signal)
      if (sha256 === arrival.sha256) return
      await forget(part)
      if (isWhole || !isFirst) throw wrongBytes(name, new URL(arrival.url).host)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw describeDiskError(error, `${name} could not be stored`)
  }
}

/** Removes what has arrived of a file. */
export async function forget(part: string): Promise<void> {
  await Promise.all([part, `${part}.json`].map((path) => rm(path, { force: true })))
}

/** Makes attempts until every byte is at `part`. Answers whether all of them came in one answer. */
async function arrive(
  arrival: Arrival,
  { http, onArrived, waitsMs = WAITS_MS }: ArrivalTools,
  signal: AbortSignal,
): Promise<boolean> {
  let fruitless = 0
  while (true) {
    const before = await sizeAt(arrival.part)
    try {
      return await attempt(arrival, http, onArrived, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof LostConnection)) throw error
      fruitless = (await sizeAt(arrival.part)) > before ? 0 : fruitless + 1
      if (fruitless > waitsMs.length) throw givenUp(arrival.name, error)
      await delay(waitAfter(error, waitsMs[Math.max(0, fruitless - 1)]), undefined, { signal })
    }
  }
}

/** How long to wait before another attempt, in milliseconds. */
function waitAfter(error: LostConnection, usual = 0): number {
  return error instanceof Busy ? Math.max(usual, error.waitMs) : usual
}

async function sizeAt(path: string): Promise<number> {
  return (await plainFile(path))?.size ?? 0
}

function givenUp(name: string, error: LostConnection): AppError {
  return new AppError(
    'pack/download',
    `${name} could not be downloaded: ${error.message} What has arrived is kept: try again later to go on from there, or take the files from a mirror or a folder (griot help models install, griot help models import).`,
    error,
  )
}

/** A server that asks for some patience. */
class Busy extends LostConnection {
  readonly waitMs: number
  constructor(words: string, waitMs: number) {
    super(words)
    this.waitMs = waitMs
  }
}

async function attempt(
  arrival: Arrival,
  http: PackHttp,
  onArrived: (bytes: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { part, url } = arrival
  const file = await openToWrite(part)
  try {
    const here = (await file.stat()).size
    if (here > capOf(arrival)) await file.truncate(0)
    const offset = here > capOf(arrival) ? 0 : here
    if (arrival.bytes !== null && offset === arrival.bytes) return false
    const response = await http.get(url, await headersFor(arrival, offset), signal)
    try {
      const start = await startOf(response, offset, arrival, file)
      if (start === 'complete') return false
      await remember(part, url, response.header('etag'))
      await take(response, start, { ...arrival, file, onArrived })
      return start === 0
    } finally {
      response.body.destroy()
    }
  } finally {
    await file.close()
  }
}

/** A range is only asked for if the file is still the one whose part is here (RFC 9110, section 13.1.5). */
async function headersFor(
  { part, url }: Arrival,
  offset: number,
): Promise<Readonly<Record<string, string>>> {
  const plain = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'griot' }
  if (offset === 0) return plain
  const known = await readJson(`${part}.json`, Remembered)
  const etag = known && known !== 'damaged' && known.url === url ? known.etag : undefined
  const range = { ...plain, range: `bytes=${offset}-` }
  return etag === undefined ? range : { ...range, 'if-range': etag }
}

/** Only a strong validator vouches for single bytes. */
async function remember(part: string, url: string, etag: string | undefined): Promise<void> {
  if (etag === undefined || !/^"[^"]{1,200}"$/.test(etag)) await rm(`${part}.json`, { force: true })
  else await writeJson(`${part}.json`, { url, etag })
}

/** Where the bytes of an answer belong. What does not belong to the part that is here empties `file`. */
async function startOf(
  response: PackResponse,
  offset: number,
  arrival: Arrival,
  file: FileHandle,
): Promise<number | 'complete'> {
  const { status } = response
  refuseOtherStatus(response, arrival)
  const range = parseContentRange(response.header('content-range'))
  const host = new URL(response.url).host
  if (status === 416) {
    if (offset > 0 && range?.total === offset) return 'complete'
    await file.truncate(0)
    throw new LostConnection(`${host} has no more of it.`)
  }
  refuseCompressed(response, host)
  if (status === 200) {
    checkSize(arrival, Number(response.header('content-length') ?? Number.NaN), host)
    await file.truncate(0)
    return 0
  }
  if (offset === 0 || range?.start !== offset) {
    await file.truncate(0)
    throw new LostConnection(`${host} sent another part than was asked for.`)
  }
  checkSize(arrival, range.total ?? Number.NaN, host)
  return offset
}

async function take(
  { body, url }: PackResponse,
  start: number,
  {
    file,
    onArrived,
    ...arrival
  }: Arrival & { readonly file: FileHandle; readonly onArrived: (bytes: number) => void },
): Promise<void> {
  const cap = capOf(arrival)
  const address = new URL(url)
  let at = start
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  while (true) {
    const next = await chunks.next().catch((error) => {
      throw describeFailure(error, address)
    })
    if (next.done) break
    if (at + next.value.length > cap) {
      await file.truncate(0)
      throw tooLong(arrival.name, address.host, cap)
    }
    await writeAll(file, next.value, at)
    at += next.value.length
    onArrived(at)
  }
  await file.sync()
  if (arrival.bytes !== null && at < arrival.bytes)
    throw new LostConnection(`${address.host} stopped after ${formatSize(at)}.`)
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
}

function refuseOtherStatus(response: PackResponse, { name }: Arrival): void {
  const { status, url } = response
  const { host } = new URL(url)
  if (status === 200 || status === 206 || status === 416) return
  if (PASSING.has(status)) {
    const seconds = Number(response.header('retry-after') ?? 0)
    const waitMs = seconds > 0 ? Math.min(seconds * 1_000, MAX_WAIT_MS) : 0
    throw new Busy(`${host} answered ${status}: it is busy, or out of order.`, waitMs)
  }
  const why =
    status === 401 || status === 403
      ? `${host} wants to know who asks (${status}). If the pack’s page asks you to accept conditions, do that there in your browser, download the files, and import their folder (griot models import FOLDER). Griot sends no password.`
      : status === 404 || status === 410
        ? `It is no longer at ${host} (${status}). Update Griot, use a mirror (GRIOT_MODELS_MIRROR), or import the files from a folder.`
        : `${host} answered ${status}. Try a mirror (GRIOT_MODELS_MIRROR), or import the files from a folder.`
  throw new AppError('pack/download', `${name} could not be downloaded. ${why}`)
}

/** Bytes of which nobody knows how many there should be could not be counted. */
function refuseCompressed(response: PackResponse, host: string): void {
  const encoding = response.header('content-encoding') ?? 'identity'
  if (encoding !== 'identity' && encoding !== '')
    throw new AppError(
      'pack/download',
      `${host} sent a compressed file (${encoding.slice(0, 30)}) where a plain one was asked for. Try a mirror, or import the files from a folder.`,
    )
}

function checkSize(arrival: Arrival, announced: number, host: string): void {
  if (Number.isNaN(announced)) return
  const { name, bytes } = arrival
  if (announced > capOf(arrival)) throw tooLong(name, host, capOf(arrival))
  if (bytes !== null && announced !== bytes)
    throw new AppError(
      'pack/download',
      `${host} has another file by the name of ${name}: it has ${announced} bytes, and should have ${bytes}. Perhaps the network wants you to sign in first (open any page in a browser); otherwise try a mirror, or import the files from a folder.`,
    )
}

function tooLong(name: string, host: string, cap: number): AppError {
  return new AppError(
    'pack/download',
    `${host} sends more for ${name} than the ${formatSize(cap)} that it may have. It was not kept. Try a mirror, or import the files from a folder.`,
  )
}

function wrongBytes(name: string, host: string): AppError {
  return new AppError(
    'pack/download',
    `What ${host} sent for ${name} is not the file that the catalog names (its SHA-256 is another one). It was deleted. Try again later or at a mirror, or import the files from a folder.`,
  )
}
