import { CLIP_LIMITS } from '#shared/clips.ts'
import { AppError } from '#shared/errors.ts'
import type { ClipMetadata } from './clip-folder.ts'

/** There is no clip of this number. */
export const notFound = (): AppError =>
  new AppError('file/not-found', 'This recording was discarded. Record again.')

/** A clip of this number is there already. */
export const duplicate = (): AppError =>
  new AppError('job/duplicate', 'A recording with this id has already begun.')

/** Bytes came for a clip that has its sound. */
export const finished = (): AppError =>
  new AppError('request/invalid', 'This recording is finished: nothing can be added to it.')

/** Sound was asked of a clip that has none yet. */
export const unfinished = (): AppError =>
  new AppError('file/unfinished', 'This recording is not finished yet. Finish it first.')

/** A clip was to be finished while another program records it. */
export const recordedElsewhere = (): AppError =>
  new AppError(
    'file/unfinished',
    'This recording is being made in another program: stop it there first.',
  )

/** More bytes came than a clip may have. */
export const tooLong = (about: ClipMetadata): AppError =>
  about.source === 'file'
    ? new AppError('file/too-large', 'The file is larger than announced. Choose it again.')
    : new AppError(
        'file/too-large',
        `A recording can be at most ${CLIP_LIMITS.seconds} s long. It is kept up to there: finish it.`,
      )
