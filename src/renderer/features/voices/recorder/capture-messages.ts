/** Message from the window to the capture worklet. */
export type CaptureCommand = 'record' | 'stop'

/** Message from the capture worklet to the window. */
export type CaptureEvent =
  /** Peak since the last message, 0 to 1. */
  | { readonly kind: 'level'; readonly peak: number }
  /** Recorded audio: 16-bit little-endian mono. */
  | { readonly kind: 'part'; readonly bytes: ArrayBuffer }
  /** All recorded audio has been sent. */
  | { readonly kind: 'end' }
