import { constants, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { UNKNOWN_BYTES, WAV_HEADER_BYTES, wavHeader } from '#media/wav.ts'
import { AppError } from '#shared/errors.ts'

/** Source of a new clip: a microphone, or a file. */
export const NewClip = z.discriminatedUnion('source', [
  z.object({ source: z.literal('microphone'), rate: z.number() }),
  z.object({ source: z.literal('file'), fileName: z.string(), sizeBytes: z.number() }),
])
export type NewClip = z.infer<typeof NewClip>

const About = z.intersection(
  z.object({
    startedAt: z.string(),
    /** Process that began it; see live-process.ts. */
    process: z.string().default(''),
  }),
  NewClip,
)
/** Metadata of a clip. */
export type ClipMetadata = z.infer<typeof About>

/** The sound of a clip as it was recorded, and with its noise taken out; 24 kHz mono wav. */
export type ClipSound = 'sound' | 'cleaned'

/** Path of the incoming bytes until the clip is finished. Those of a microphone are a wav of unknown length. */
export function arrivingIn(folder: string): string {
  return join(folder, 'arriving')
}

/** Makes the folder of a clip, for its owner's eyes alone. Throws file system errors. */
export async function beginClip(folder: string, about: ClipMetadata): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  const head =
    about.source === 'microphone' ? wavHeader(UNKNOWN_BYTES, 0, about.rate) : new Uint8Array(0)
  await writeFile(arrivingIn(folder), head, { mode: 0o600, flag: 'wx' })
  // Last: a folder without it is no clip.
  await writeWhole(join(folder, 'about.json'), JSON.stringify(about))
}

/** Undefined where there is no such clip, or one that only another Griot knows to read. */
export async function readClipMetadata(folder: string): Promise<ClipMetadata | undefined> {
  const text = await readFile(join(folder, 'about.json'), 'utf8').catch(nothing)
  return text === undefined ? undefined : About.safeParse(parsed(text)).data
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Number of incoming bytes, without our wav header; 0 for a finished clip. */
export async function arrivedBytes(folder: string, { source }: ClipMetadata): Promise<number> {
  const found = await stat(arrivingIn(folder)).catch(nothing)
  return Math.max(0, (found?.size ?? 0) - headBytes(source))
}

/** Time of the last incoming bytes; undefined for a finished clip. */
export async function arrivedAt(folder: string): Promise<Date | undefined> {
  return (await stat(arrivingIn(folder)).catch(nothing))?.mtime
}

/**
 * Puts `bytes` at `position`. What is there already is not written twice; when this resolves, sound of a microphone is
 * on the disk and outlives a power cut. Throws AppError('request/invalid') for a gap and for other bytes at the same
 * place, else file system errors.
 */
export async function appendBytes(
  folder: string,
  { source }: ClipMetadata,
  position: number,
  bytes: Uint8Array,
): Promise<void> {
  const head = headBytes(source)
  // Not created where it was lost: it would lack its header.
  const file = await open(arrivingIn(folder), constants.O_RDWR | constants.O_APPEND)
  try {
    const there = (await file.stat()).size - head
    if (position > there) throw gap(there, position)
    const repeated = Buffer.alloc(Math.min(bytes.length, there - position))
    if (repeated.length > 0) await file.read(repeated, 0, repeated.length, head + position)
    if (!repeated.equals(bytes.subarray(0, repeated.length))) throw taken(position)
    await file.writeFile(bytes.subarray(repeated.length))
    // A file that was dropped here is still where it came from.
    if (source === 'microphone') await file.datasync()
  } finally {
    await file.close()
  }
}

/** 24 kHz mono, 16 bit little endian; undefined where there is none (yet). */
export async function soundOf(folder: string, which: ClipSound): Promise<Uint8Array | undefined> {
  const wav = await readFile(join(folder, `${which}.wav`)).catch(nothing)
  return (
    wav &&
    new Uint8Array(wav.buffer, wav.byteOffset + WAV_HEADER_BYTES, wav.length - WAV_HEADER_BYTES)
  )
}

/** Length of the sound in bytes of 24 kHz mono, 16 bit; undefined where the clip is not finished. */
export async function soundBytes(folder: string): Promise<number | undefined> {
  const found = await stat(join(folder, 'sound.wav')).catch(nothing)
  return found && found.size - WAV_HEADER_BYTES
}

/** Keeps 24 kHz mono, 16 bit. With its `sound`, a clip is finished: what came in is not needed any more. */
export async function keepSound(folder: string, which: ClipSound, pcm: Uint8Array): Promise<void> {
  await writeWhole(join(folder, `${which}.wav`), Buffer.concat([wavHeader(pcm.length), pcm]))
  if (which === 'sound') await rm(arrivingIn(folder), { force: true })
}

/** A file that is there is whole. */
async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
}

const headBytes = (source: ClipMetadata['source']): number =>
  source === 'microphone' ? WAV_HEADER_BYTES : 0

function nothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

const gap = (there: number, position: number): AppError =>
  new AppError(
    'request/invalid',
    `Bytes ${there} to ${position} of the recording are missing: send them first.`,
  )

const taken = (position: number): AppError =>
  new AppError(
    'request/invalid',
    `This recording already has other sound at byte ${position}. Begin a new one.`,
  )
