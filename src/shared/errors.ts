export type ErrorCode =
  | 'text/empty'
  | 'text/too-long'
  | 'text/unspeakable'
  | 'text/markup'
  | 'dictionary/invalid'
  | 'dictionary/duplicate'
  | 'dictionary/not-found'
  | 'voice/not-found'
  | 'language/unsupported'
  | 'speech/failed'
  | 'speech/cancelled'
  | 'encode/no-ffmpeg'
  | 'encode/failed'
  | 'storage/failed'
  | 'sign/unsupported'
  | 'sign/key'
  | 'sign/invalid'
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
  | 'voice/limit'
  | 'voice/permanent'
  | 'voice/consent'
  | 'voice/recording'
  | 'voice/invalid'
  | 'translate/unavailable'
  | 'transcribe/unavailable'
  | 'transcribe/source'
  | 'request/unreadable'
  | 'request/too-large'
  | 'request/repeated'
  | 'request/in-work'
  | 'request/invalid'
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
