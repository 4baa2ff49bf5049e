export type ErrorCode =
  | 'text/empty'
  | 'text/too-long'
  | 'text/unspeakable'
  | 'text/markup'
  | 'dictionary/invalid'
  | 'dictionary/duplicate'
  | 'dictionary/not-found'
  | 'diacritics/invalid'
  | 'diacritics/not-found'
  | 'voice/not-found'
  | 'language/unsupported'
  | 'speech/failed'
  | 'speech/busy'
  | 'speech/cancelled'
  | 'speech/idle'
  | 'encode/no-ffmpeg'
  | 'encode/failed'
  | 'decode/failed'
  | 'play/no-player'
  | 'play/failed'
  | 'storage/failed'
  | 'storage/busy'
  | 'storage/full'
  | 'storage/read-only'
  | 'resource/damaged'
  | 'storage/moved'
  | 'sign/unsupported'
  | 'sign/key'
  | 'sign/invalid'
  | 'provenance/not-found'
  | 'provenance/certificate'
  | 'job/duplicate'
  | 'access/refused'
  | 'access/forbidden'
  | 'access/invalid'
  | 'access/not-found'
  | 'rate/limited'
  | 'file/not-found'
  | 'file/unfinished'
  | 'file/quota'
  | 'file/too-large'
  | 'file/link'
  | 'file/range'
  | 'voice/limit'
  | 'voice/permanent'
  | 'voice/consent'
  | 'voice/recording'
  | 'voice/invalid'
  | 'translate/unavailable'
  | 'translate/failed'
  | 'translate/memory'
  | 'translate/not-found'
  | 'transcribe/unavailable'
  | 'transcribe/failed'
  | 'transcribe/source'
  | 'model/failed'
  | 'model/busy'
  | 'pack/not-found'
  | 'pack/not-installed'
  | 'pack/damaged'
  | 'pack/licence'
  | 'pack/no-source'
  | 'pack/download'
  | 'pack/incomplete'
  | 'pack/busy'
  | 'pack/catalog'
  | 'take/not-found'
  | 'take/damaged'
  | 'project/not-found'
  | 'project/missing'
  | 'project/newer'
  | 'project/damaged'
  | 'project/file'
  | 'request/unreadable'
  | 'request/too-large'
  | 'request/repeated'
  | 'request/in-work'
  | 'request/invalid'
  | 'batch/not-found'
  | 'batch/state'
  | 'batch/limit'
  | 'settings/invalid'
  | 'server/port-busy'
  | 'server/cannot-listen'

/** A failure the user can understand: `message` says what to do. Anything else that is thrown is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** Too many requests for now; `retryAfterS` whole seconds later it may be tried again. */
export class TooManyRequests extends AppError {
  readonly retryAfterS: number
  constructor(message: string, retryAfterS: number) {
    super('rate/limited', message)
    this.retryAfterS = retryAfterS
  }
}

const NO_ROOM = /^(SQLITE_(FULL|IOERR_SHMSIZE)|ENOSPC|EDQUOT)/

/** Meaning of a failure of the file system or of SQLite, by its code: no space left, or anything else. */
export function storageCode(error: unknown): 'storage/full' | 'storage/failed' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return NO_ROOM.test(code) ? 'storage/full' : 'storage/failed'
}

/** Whether there was no room on the disk, or in what the system allows this user of it. */
export function isFull(error: unknown): boolean {
  return error instanceof AppError && error.code === 'storage/full'
}
