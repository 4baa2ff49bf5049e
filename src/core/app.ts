import type { Handlers, SpeakRequest, Tell } from '#shared/api.ts'
import type { SpokenChunk } from '#shared/audio.ts'
import type { Bitrate, StreamFormat } from '#shared/formats.ts'
import type { VoiceInfo } from '#shared/voices.ts'

/** The engine as every shell sees it (desktop, HTTP server, command line). */
export interface App {
  readonly voices: readonly VoiceInfo[]
  /** Where the engine stands: `ready` only after a real word was synthesized. */
  health(): Health
  /** Chunks of sound with timings. */
  speak(request: SpeakRequest, signal: AbortSignal): AsyncGenerator<SpokenChunk>
  /** The same, encoded as one continuous stream of bytes. Whatever can be wrong with the request throws before the first byte. */
  render(request: SpeakRequest, output: Output, signal: AbortSignal): AsyncGenerator<Uint8Array>
  /** The same as HLS segments on disk that expire. */
  readonly playlists: Playlists
  /** Finished exports waiting for a browser to fetch them. */
  readonly exports: Exports
  readonly keys: Keys
  /** One window: its handlers, its events; `close` cancels its jobs. */
  connect(tell: Tell): Session
  close(): Promise<void>
}

export interface Output {
  readonly format: StreamFormat
  readonly bitrate: Bitrate
}

export interface Health {
  readonly state: 'starting' | 'ready' | 'restarting' | 'failed'
  /** What is being done, or why it failed, in words. */
  readonly step: string
}

export interface Session {
  readonly handlers: Handlers
  close(): void
}

export interface Keys {
  /** The name of the key behind a bearer token; undefined if it is unknown. Compares in constant time. */
  verify(token: string): string | undefined
  /** Made at the very first start, otherwise undefined. Shown once and stored only as a hash. */
  readonly first: string | undefined
}

export interface Playlists {
  /**
   * Encodes into segments of 2 to 4 s. Resolves when the first segment is ready.
   * `lines` are the playlist's own, one at a time as segments become ready; segment lines come from `segmentUrl(id, name)`.
   */
  start(
    chunks: AsyncIterable<SpokenChunk>,
    bitrate: Bitrate,
    segmentUrl: (id: string, name: string) => string,
    signal: AbortSignal,
  ): Promise<{ readonly id: string; readonly lines: AsyncIterable<string> }>
  /** The playlist as it stands (type EVENT while it grows), or undefined if unknown or expired. */
  playlist(id: string, segmentUrl: (id: string, name: string) => string): string | undefined
  /** The file of one segment, or undefined if unknown or expired. */
  segment(id: string, name: string): string | undefined
}

export interface Exports {
  /** The finished file behind an unguessable id, or undefined. */
  find(id: string): { readonly path: string; readonly fileName: string } | undefined
}
