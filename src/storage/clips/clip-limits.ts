import { CLIP_LIMITS } from '#shared/clips.ts'
import { AppError } from '#shared/errors.ts'
import { formatSize } from '#storage/files/format-size.ts'
import type { ClipMetadata, NewClip } from './clip-folder.ts'

/** Maximum number of clips; a person who makes voices one by one has a few. */
export const MAX_CLIPS = 100

/** Refuses a clip that cannot become a voice, before anything of it is stored. `others`: what lies here already. */
export function checkBeginning(order: NewClip, others: readonly string[]): void {
  if (others.length >= MAX_CLIPS)
    throw new AppError(
      'file/quota',
      `${MAX_CLIPS} recordings are already waiting to become voices. Discard some of them first.`,
    )
  if (order.source === 'microphone') return
  if (order.sizeBytes === 0) throw recording('The file is empty. Choose one with sound in it.')
  if (order.sizeBytes > CLIP_LIMITS.bytes)
    throw new AppError(
      'file/too-large',
      `The file has ${formatSize(order.sizeBytes)}; the limit is ${formatSize(CLIP_LIMITS.bytes)}. Cut it to the part in which one person speaks.`,
    )
}

/** Maximum size in bytes; of a microphone, half a second more than is recorded, so that the last part fits. */
export function maxBytes(about: ClipMetadata): number {
  if (about.source === 'file') return about.sizeBytes
  return (CLIP_LIMITS.seconds + 0.5) * about.rate * 2
}

/** Refuses to finish a file of which a part is missing. */
export function checkWhole(about: ClipMetadata, bytes: number): void {
  if (about.source === 'file' && bytes < about.sizeBytes)
    throw new AppError(
      'file/unfinished',
      `Only ${bytes} of ${about.sizeBytes} bytes of the file have arrived. Send the rest, or choose it again.`,
    )
}

/** Sound that is read at most, in seconds: enough to see that it is longer than it may be. */
export const MAX_READ_SECONDS = CLIP_LIMITS.seconds + 1

/** Refuses sound that is longer than a clip may be. */
export function checkSound(seconds: number): void {
  if (seconds >= MAX_READ_SECONDS)
    throw recording(
      `The file holds more than ${CLIP_LIMITS.seconds} s of sound. Cut it to the part in which one person speaks.`,
    )
}

function recording(words: string): AppError {
  return new AppError('voice/recording', words)
}
