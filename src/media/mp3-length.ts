import type { FileHandle } from 'node:fs/promises'
import { mp3FrameLength } from './mp3-frame.ts'

/** MPEG-2 layer III at 24 kHz mono, which is what our mp3 is. */
const SAMPLES_A_FRAME = 576
const HEAD = 4
/** Length of the side information of one channel, in bytes. All zero, it is a frame without sound. */
const SIDE_INFO = 9
/** Delay of the LAME encoder and of every decoder, in samples. */
const ENCODER_DELAY = 576
const DECODER_DELAY = 529
const FRAMES_AND_BYTES = 3

/**
 * Puts the `Info` frame of LAME in front of a CBR stream: the number of frames and bytes, and the delay and padding by
 * which decoders give back exactly `samples`. Without `samples` the figures are left to `patchMp3Length`. Returns
 * undefined while `head`, its first bytes, is too short. Throws RangeError for
 * another mp3 than 24 kHz mono.
 */
export function mp3HeadWith(samples: number | undefined, head: Buffer): Buffer | undefined {
  if (head.length < HEAD) return undefined
  const frames = samples === undefined ? 0 : framesFor(samples)
  return Buffer.concat([infoFrame(head, frames, samples ?? 0), head])
}

/**
 * Cuts or pads a stream to the number of frames that its `Info` frame declares. Frames beyond those that hold the samples
 * are nothing but the padding of the encoder.
 */
export async function* withAllFrames(
  bytes: AsyncIterable<Uint8Array>,
  samples: number,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined
  let left = 0
  for await (const piece of bytes) {
    if (!head) {
      head = Buffer.from(piece.subarray(0, HEAD))
      left = (framesFor(samples) + 1) * frameLength(head)
    }
    const fitting = piece.subarray(0, left)
    left -= fitting.length
    if (fitting.length > 0) yield fitting
  }
  if (head && left > 0) yield silence(head, left)
}

/** Number of frames that hold `samples` and the delays. */
function framesFor(samples: number): number {
  return Math.ceil((samples + ENCODER_DELAY + DECODER_DELAY) / SAMPLES_A_FRAME)
}

/** Bytes of every frame of a stream with this head: at 24 kHz no bitrate needs padding. Throws RangeError for others. */
function frameLength(head: Buffer): number {
  const isOurs = (head.readUInt16BE(0) & 0xfffe) === 0xfff2 && ((head[2] ?? 0) & 0x0e) === 0x04
  const length = isOurs ? mp3FrameLength(head, 0) : undefined
  if (!length) throw new RangeError('The encoder made another mp3 than 24 kHz mono.')
  return length
}

/** Encodes an `Info` frame: it decodes to silence and has the figures where its sound would be. */
function infoFrame(head: Buffer, frames: number, samples: number): Buffer {
  const length = frameLength(head)
  const frame = Buffer.alloc(length)
  head.copy(frame, 0, 0, HEAD)
  let at = frame.write('Info', HEAD + SIDE_INFO, 'latin1') + HEAD + SIDE_INFO
  at = frame.writeUInt32BE(FRAMES_AND_BYTES, at)
  at = frame.writeUInt32BE(frames, at)
  at = frame.writeUInt32BE((frames + 1) * length, at)
  // Delay and padding, 12 bits each, 21 bytes behind the name of the encoder.
  frame.write('LAME', at, 'latin1')
  const padding = Math.max(0, frames * SAMPLES_A_FRAME - ENCODER_DELAY - samples)
  frame.writeUIntBE((ENCODER_DELAY << 12) | padding, at + 21, 3)
  return frame
}

/** Bytes that complete the last frame, and whole frames of silence behind it. */
function silence(head: Buffer, length: number): Buffer {
  const frame = Buffer.alloc(frameLength(head))
  head.copy(frame, 0, 0, HEAD)
  const whole = Math.floor(length / frame.length)
  const missing = Buffer.alloc(length % frame.length)
  return Buffer.concat([missing, ...Array.from({ length: whole }, () => frame)])
}

/** Writes the figures of a finished file into the frame that `mp3HeadWith` has put in front of it. */
export async function patchMp3Length(file: FileHandle, samples: number): Promise<void> {
  const head = Buffer.alloc(HEAD)
  await file.read(head, 0, HEAD, 0)
  const { size } = await file.stat()
  const frames = size / frameLength(head) - 1
  await file.write(infoFrame(head, frames, samples), 0, frameLength(head), 0)
}
