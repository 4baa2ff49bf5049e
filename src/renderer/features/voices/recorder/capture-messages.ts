/** What the window tells the thread that hears the microphone. */
export type CaptureCommand = 'record' | 'stop'

/** What that thread tells the window. */
export type CaptureEvent =
  /** The loudest sample of the last moments, 0 to 1. */
  | { readonly kind: 'level'; readonly peak: number }
  /** Recorded sound: 16 bit little endian, mono. */
  | { readonly kind: 'part'; readonly bytes: ArrayBuffer }
  /** Everything recorded was sent. */
  | { readonly kind: 'end' }
