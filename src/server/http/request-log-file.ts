import { mkdirSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'
import type { RequestEntry } from './request-log.ts'

export interface LogFileOptions {
  /** Made where it is missing. The log is `requests.log` in it, the older ones `requests.log.1` and so on. */
  readonly folder: string
  readonly nowMs: () => number
  readonly onBug: (error: unknown) => void
  /** Size in bytes at which the log is rotated. */
  readonly fullBytes?: number
}

/** Where the entries of the request log go. */
export interface RequestLog {
  /** Appends an entry without waiting. Never throws. */
  write(entry: RequestEntry): void
  /** Resolves when everything is written, or cannot be. */
  close(): Promise<void>
}

const NAME = 'requests.log'
const FULL_BYTES = 10_000_000
const OLDER_FILES = 4
/** Entries that wait for a disk that has stopped taking them; what comes after is lost. */
const MAX_WAITING_BYTES = 4_000_000
/** Pause after a failed write, in milliseconds. */
const REST_MS = 60_000

/**
 * A file of one JSON object a line, readable by its owner alone, that is rotated at `fullBytes` and keeps four older
 * ones. A disk that takes no more costs the log, never a request: `onBug` hears of it, and the log tries again later.
 */
export function openLogFile({
  folder,
  nowMs,
  onBug,
  fullBytes = FULL_BYTES,
}: LogFileOptions): RequestLog {
  let stream: RotatingFileStream | undefined
  let restsUntil = Number.NEGATIVE_INFINITY
  let isClosed = false
  const fail = (error: unknown): void => {
    stream = undefined
    restsUntil = nowMs() + REST_MS
    onBug(error)
  }
  /** Opened at the first entry: a server that never came to listen leaves no file behind. */
  const open = (): RotatingFileStream | undefined => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const opened = createStream(NAME, {
        ...{ path: folder, mode: 0o600, rotate: OLDER_FILES, size: `${fullBytes}B` },
      })
      opened.on('error', fail)
      return opened
    } catch (error) {
      fail(error)
      return undefined
    }
  }
  return {
    write(entry) {
      if (isClosed || (!stream && nowMs() < restsUntil)) return
      stream ??= open()
      if (!stream || stream.writableLength > MAX_WAITING_BYTES) return
      stream.write(`${JSON.stringify(entry)}\n`)
    },
    async close() {
      const closing = stream
      isClosed = true
      if (!closing) return
      await new Promise<void>((resolve) => {
        closing.once('close', resolve)
        closing.end()
      })
    },
  }
}

/** A log that goes to `stream`, one JSON object a line; what waits there past `MAX_WAITING_BYTES` is lost. */
export function logTo(stream: Writable): RequestLog {
  return {
    write(entry) {
      if (stream.writableLength <= MAX_WAITING_BYTES) stream.write(`${JSON.stringify(entry)}\n`)
    },
    // It belongs to who opened it.
    close: async () => undefined,
  }
}
