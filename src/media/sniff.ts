import { type FileHandle, open } from 'node:fs/promises'
import { mp3FrameLength } from './mp3-frame.ts'

/** Audio files that Griot reads, by their usual extension, with their media types. */
export const AUDIO_FILES = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
  flac: 'audio/flac',
  aac: 'audio/aac',
  aiff: 'audio/aiff',
  caf: 'audio/x-caf',
  wma: 'audio/x-ms-wma',
} as const
export type AudioFileType = keyof typeof AUDIO_FILES

export const UNKNOWN_MEDIA_TYPE = 'application/octet-stream'

/** Type of a file, told by its bytes. */
export interface FileType {
  /** Undefined where Griot does not read the file. */
  readonly audio: AudioFileType | undefined
  /**
   * Of sound, a film or a picture, none of which can hold a script that a browser runs; `UNKNOWN_MEDIA_TYPE` of
   * everything else.
   */
  readonly mediaType: string
  /** "a zip archive", where the bytes tell. */
  readonly description: string | undefined
}

type Found = readonly [description: string, mediaType?: string, audio?: AudioFileType]

/** Bytes that are looked at, from the start of the file or behind its ID3v2 tag. */
const WINDOW = 8 * 1024
const ID3_HEADER = 10
/** Most bytes before the first whole frame of an mp3 that was cut out of a longer one. */
const MOST_BEFORE_FRAME = 4 * 1024

/**
 * Tells the type of a file by its bytes, whatever its name says. Reads at most 8 KiB, and as much again behind an ID3v2
 * tag, so that neither a long file nor a hostile one takes long. Throws what the file system throws.
 */
export async function sniff(path: string): Promise<FileType> {
  const file = await open(path)
  try {
    const head = await readWindow(file, 0)
    const tagLength = id3Length(head)
    return await tell(head, tagLength ? await readWindow(file, tagLength) : undefined)
  } finally {
    await file.close()
  }
}

/** Tells the type of bytes that pass. */
export interface Sniffer {
  push(piece: Uint8Array): void
  /** Type of what has passed, as `sniff` tells it of a file. Call once all has. */
  type(): Promise<FileType>
}

/** Sniffer of bytes that nobody can read twice; it keeps the few that `sniff` would look at. */
export function createSniffer(): Sniffer {
  const head = createWindow(0)
  let behindTag: Window | undefined
  let position = 0
  return {
    push(piece) {
      head.take(position, piece)
      if (behindTag) behindTag.take(position, piece)
      else if (position + piece.length >= ID3_HEADER) {
        const known = head.bytes()
        behindTag = createWindow(id3Length(known))
        behindTag.take(0, known)
        behindTag.take(known.length, piece.subarray(known.length - position))
      }
      position += piece.length
    },
    type: () => {
      const bytes = head.bytes()
      return tell(bytes, id3Length(bytes) ? behindTag?.bytes() : undefined)
    },
  }
}

/** The bytes of a stream from `start` on, as many as are looked at. */
interface Window {
  /** Takes what of a piece at a position of the stream lies in the window; pieces come in their order. */
  take(position: number, piece: Uint8Array): void
  bytes(): Buffer
}

function createWindow(start: number): Window {
  const buffer = Buffer.alloc(WINDOW)
  let filled = 0
  return {
    take(position, piece) {
      const part = piece.subarray(
        Math.max(0, start - position),
        Math.max(0, start + WINDOW - position),
      )
      buffer.set(part, filled)
      filled += part.length
    },
    bytes: () => buffer.subarray(0, filled),
  }
}

/** `behindTag`: bytes behind the tag with which the file begins; undefined where it has none. */
async function tell(head: Buffer, behindTag: Buffer | undefined): Promise<FileType> {
  const [description, mediaType = UNKNOWN_MEDIA_TYPE, audio] = behindTag
    ? typeBehindTag(behindTag)
    : ((await typeOf(head)) ?? [])
  return { audio, mediaType, description }
}

async function readWindow(file: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(WINDOW), 0, WINDOW, position)
  return buffer.subarray(0, bytesRead)
}

/** Length of the ID3v2 tag at the start (id3v2.4.0-structure, section 3.1), in bytes; 0 where there is none. */
function id3Length(head: Buffer): number {
  const size = head.subarray(6, ID3_HEADER)
  const isTag = head.toString('latin1', 0, 3) === 'ID3' && (head[3] ?? 255) < 5
  if (!isTag || size.length < 4 || size.some((byte) => byte > 127)) return 0
  const hasFooter = head[3] === 4 && ((head[5] ?? 0) & 0x10) !== 0
  return ID3_HEADER * (hasFooter ? 2 : 1) + size.reduce((sum, byte) => sum * 128 + byte, 0)
}

/** Files with a tag are mp3, but for bare AAC (ADTS), and FLAC, where C2PA puts its manifest into such a tag too. */
function typeBehindTag(bytes: Buffer): Found {
  if (/^\xff[\xf0\xf1\xf8\xf9]/.test(bytes.toString('latin1', 0, 2))) return TYPES.aac
  return bytes.toString('latin1', 0, 4) === 'fLaC' ? TYPES.flac : TYPES.mp3
}

async function typeOf(head: Buffer): Promise<Found | undefined> {
  const text = head.toString('latin1', 0, 64)
  const [, found] = SIGNATURES.find(([signature]) => signature.test(text)) ?? []
  if (found) return found
  // It costs 80 ms to load, which no program pays that reads no files from outside.
  const { fileTypeFromBuffer } = await import('file-type')
  // A parser that gives up on a file has not recognised it.
  const named = await fileTypeFromBuffer(head).catch(() => undefined)
  if (!named || TOO_LAX.has(named.ext)) return hasMp3Frames(head) ? TYPES.mp3 : undefined
  const { ext, mime } = named
  if (ext in TYPES) return TYPES[ext as keyof typeof TYPES]
  return [mime.startsWith('image/') ? 'a picture' : `a file of the type ${mime}`]
}

const TYPES = {
  wav: ['a wav file', AUDIO_FILES.wav, 'wav'],
  flac: ['a flac file', AUDIO_FILES.flac, 'flac'],
  mp3: ['an mp3 file', AUDIO_FILES.mp3, 'mp3'],
  ...named(['ogg', 'oga', 'opus', 'spx', 'ogx'], ['an Ogg file', AUDIO_FILES.ogg, 'ogg']),
  ...named(['ogv', 'ogm'], ['an Ogg film', 'video/ogg', 'ogg']),
  webm: ['a webm file', 'video/webm', 'webm'],
  mkv: ['a Matroska file', UNKNOWN_MEDIA_TYPE, 'webm'],
  ...named(['m4a', 'm4b', 'f4a', 'f4b'], ['an m4a file', AUDIO_FILES.m4a, 'm4a']),
  ...named(
    ['mp4', 'm4v', 'm4p', 'f4v', 'f4p', 'mov', '3gp', '3g2'],
    ['an mp4 file', 'video/mp4', 'm4a'],
  ),
  aac: ['bare AAC', AUDIO_FILES.aac, 'aac'],
  aif: ['an AIFF file', AUDIO_FILES.aiff, 'aiff'],
  caf: ['a CAF file', AUDIO_FILES.caf, 'caf'],
  // An ASF file may hold a film, too.
  wma: ['a Windows Media file', AUDIO_FILES.wma, 'wma'],
  ...named(['png', 'apng'], ['a picture', 'image/png']),
  jpg: ['a picture', 'image/jpeg'],
  gif: ['a picture', 'image/gif'],
  webp: ['a picture', 'image/webp'],
  avif: ['a picture', 'image/avif'],
  heic: ['a picture', 'image/heic'],
  zip: ['a zip archive'],
  ...named(['gz', 'tar.gz'], ['a gzip archive']),
  pdf: ['a PDF'],
} as const satisfies Record<string, Found>

function named<const Name extends string>(
  names: readonly Name[],
  found: Found,
): Readonly<Record<Name, Found>> {
  return Object.fromEntries(names.map((name) => [name, found])) as Record<Name, Found>
}

/** Types that file-type tells by two or three bytes alone; mp3 by one frame header, which may be anything. */
const TOO_LAX: ReadonlySet<string> = new Set(['gif', 'aif', 'mp1', 'mp2', 'mp3'])

/** Signatures that file-type does not know, or not well enough, as Latin-1 text. */
const SIGNATURES: readonly (readonly [signature: RegExp, found: Found | undefined])[] = [
  // RF64 (EBU Tech 3306) and BW64 (ITU-R BS.2088).
  [/^(RF64|BW64)....WAVE/s, TYPES.wav],
  // An ISO 14496-12 file may begin with an empty box.
  [/^....skip/s, TYPES.mp4],
  [/^....ftyphei[ms]/s, TYPES.heic],
  [/^FORM....AIF[FC]/s, TYPES.aif],
  [/^caff/, TYPES.caf],
  [/^0&\xb2u\x8ef\xcf.\xa6\xd9/s, TYPES.wma],
  [/^GIF8[79]a/, TYPES.gif],
  [/^(#EXTM3U|\[playlist\]|ffconcat)/, ['a playlist']],
]

/** True if two frames follow each other, or one reaches to the end of the bytes. A single header may be anything. */
function hasMp3Frames(bytes: Uint8Array): boolean {
  const last = Math.min(bytes.length - 4, MOST_BEFORE_FRAME)
  for (let at = 0; at <= last; at++) {
    const length = mp3FrameLength(bytes, at)
    if (length === undefined) continue
    const next = at + length
    if (next === bytes.length || mp3FrameLength(bytes, next) !== undefined) return true
  }
  return false
}
