/** Kinds of sound files that can be transcribed. */
export const SOUND_KINDS = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
  flac: 'audio/flac',
} as const
export type SoundKind = keyof typeof SOUND_KINDS

/** How much of a file's start tells its kind, in bytes. */
export const HEAD_BYTES = 16 * 1024
/** What may stand before the first frame of an mp3 that was cut out of a longer one, in bytes. */
const MOST_BEFORE_FRAME = 4 * 1024

/**
 * What a file is by its first bytes, whatever its name says; undefined where it is none of these. Signatures of RIFF
 * and RF64 (EBU Tech 3306), ISO 14496-12, RFC 3533, RFC 9559, RFC 9639, ID3v2 and ISO 11172-3. `head`: up to
 * HEAD_BYTES of it.
 */
export function soundKindOf(head: Uint8Array): SoundKind | undefined {
  const text = Buffer.from(head.subarray(0, 64)).toString('latin1')
  const stands = (signature: string, at = 0): boolean => text.startsWith(signature, at)
  if ((stands('RIFF') || stands('RF64')) && stands('WAVE', 8)) return 'wav'
  if (stands('OggS\0')) return 'ogg'
  if (stands('fLaC')) return 'flac'
  // The element DocType of EBML says what kind of Matroska it is.
  if (stands('\x1a\x45\xdf\xa3')) return DOC_TYPE.test(text) ? 'webm' : undefined
  if (stands('ftyp', 4)) return PICTURES.includes(text.slice(8, 12)) ? undefined : 'm4a'
  if (stands('ID3') && (head[3] ?? 0) < 5) return 'mp3'
  return hasMp3Frames(head) ? 'mp3' : undefined
}

const DOC_TYPE = /B\x82.(webm|matroska)/
/** Brands of HEIF and AVIF, which share the container with m4a. */
const PICTURES = ['heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1', 'avif', 'avis']

/** Two frames in a row, or one that reaches to the end: two bytes alone may be anything. */
function hasMp3Frames(head: Uint8Array): boolean {
  const last = Math.min(head.length - 4, MOST_BEFORE_FRAME)
  for (let at = 0; at <= last; at++) {
    const length = frameLengthAt(head, at)
    if (length === undefined) continue
    const next = at + length
    if (next === head.length || frameLengthAt(head, next) !== undefined) return true
  }
  return false
}

/** Kilobits per second of layer III by the index of a frame's header: MPEG 1, and MPEG 2 and 2.5. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES_1 = [44_100, 48_000, 32_000]

/** The bytes of the layer III frame that begins at `at`; undefined where none does, or one of free bitrate. */
function frameLengthAt(bytes: Uint8Array, at: number): number | undefined {
  const [sync, kind = 0, rates = 0] = bytes.subarray(at, at + 3)
  // Eleven bits of sync, a version that is not reserved, layer III.
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || (kind & 0x18) === 0x08) return undefined
  if ((kind & 0x06) !== 0x02) return undefined
  const version = (kind >> 3) & 3
  const isFirst = version === 3
  const kilobits = (isFirst ? BITRATES_1 : BITRATES_2)[rates >> 4]
  const fastest = SAMPLE_RATES_1[(rates >> 2) & 3]
  if (!kilobits || !fastest) return undefined
  const sampleRate = isFirst ? fastest : version === 2 ? fastest / 2 : fastest / 4
  const padding = (rates >> 1) & 1
  return Math.floor(((isFirst ? 144 : 72) * kilobits * 1000) / sampleRate) + padding
}
