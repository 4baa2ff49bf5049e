import { SAMPLE_RATE } from '#shared/audio.ts'
import { encodingFailed } from './ffmpeg.ts'

const FRAME_SAMPLES = 1_024
const HEADER_BYTES = 7
/** Ticks of the MPEG-2 clock in one frame, at 90 kHz; whole for 24 kHz. */
const FRAME_TICKS = (FRAME_SAMPLES * 90_000) / SAMPLE_RATE
/** 2.005 s for the first segment, so that it is soon there, then 2.987 s. */
const FIRST_SEGMENT_FRAMES = 47
const SEGMENT_FRAMES = 70

/** Target duration of a playlist in whole seconds: no segment is longer. */
export const LONGEST_SEGMENT_SECONDS = Math.ceil((SEGMENT_FRAMES * FRAME_SAMPLES) / SAMPLE_RATE)

export interface AacSegment {
  /** Packed audio: the ID3 timestamp, then whole ADTS frames. */
  readonly bytes: Uint8Array
  readonly durationSeconds: number
}

/** Cuts one continuous ADTS stream of AAC at frame borders, so that segments played in a row are the stream again. */
export async function* cutSegments(stream: AsyncIterable<Uint8Array>): AsyncGenerator<AacSegment> {
  let frames: Uint8Array[] = []
  let framesBefore = 0
  const segment = (): AacSegment => ({
    bytes: Buffer.concat([timestampTag(framesBefore * FRAME_TICKS), ...frames]),
    durationSeconds: (frames.length * FRAME_SAMPLES) / SAMPLE_RATE,
  })
  for await (const frame of adtsFrames(stream)) {
    frames.push(frame)
    if (frames.length < (framesBefore === 0 ? FIRST_SEGMENT_FRAMES : SEGMENT_FRAMES)) continue
    yield segment()
    framesBefore += frames.length
    frames = []
  }
  if (frames.length > 0) yield segment()
  else if (framesBefore === 0) throw encodingFailed('it gave no AAC')
}

/** Splits an ADTS stream into its frames (ISO/IEC 13818-7, section 6.2). Throws AppError('encode/failed') for anything else. */
export async function* adtsFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of stream) {
    rest = Buffer.concat([rest, piece])
    let at = 0
    while (rest.length - at >= HEADER_BYTES) {
      const length = frameLength(rest, at)
      if (rest.length - at < length) break
      yield rest.subarray(at, at + length)
      at += length
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw encodingFailed('its AAC stream ends within a frame')
}

function frameLength(bytes: Buffer, at: number): number {
  const length = (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff
  const isFrame = bytes.readUInt16BE(at) >> 4 === 0xfff
  if (!isFrame || length < HEADER_BYTES) throw encodingFailed('its AAC stream is broken')
  return length
}

/** Encodes the ID3 tag with the start time of a segment (RFC 8216, section 3.4): 33 bits of a 90 kHz clock that wraps. */
export function timestampTag(ticks: number): Uint8Array {
  const owner = Buffer.from('com.apple.streaming.transportStreamTimestamp\0', 'latin1')
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(ticks) & 0x1_ffff_ffffn)
  const frame = id3('PRIV', owner.length + time.length, [0, 0])
  const tag = id3('ID3\x04\0\0', frame.length + owner.length + time.length, [])
  return Buffer.concat([tag, frame, owner, time])
}

/** Encodes an ID3v2.4 header: name, synchsafe size, flags. */
function id3(name: string, size: number, flags: readonly number[]): Buffer {
  const sevens = [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f)
  return Buffer.from([...Buffer.from(name, 'latin1'), ...sevens, ...flags])
}
