import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MB = 1_000_000

/** Free bytes that the tests ask for before they start. A run was seen to hold about 150 MB at a time. */
export const TEST_BYTES = 500 * MB
/** Fewer free bytes than this after the tests are a reason for failures. */
export const LEFT_BYTES = 20 * MB

/**
 * Returns in words why tests that write `bytes` bytes cannot use this folder for temporary files, and what to do, or undefined if
 * they can.
 */
export function roomFault(folder: string, bytes: number): string | undefined {
  const advice = 'Make room, or name another folder: TMPDIR=/path/to/folder npm test'
  try {
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    if (free < bytes) {
      return `The folder for temporary files, "${folder}", has ${inMb(free)} MB left; the tests need ${inMb(bytes)} MB. ${advice}`
    }
    rmSync(mkdtempSync(join(folder, 'griot-room-')), { recursive: true })
    return undefined
  } catch (error) {
    return `The folder for temporary files, "${folder}", cannot be used: ${(error as Error).message}. ${advice}`
  }
}

function inMb(bytes: number): string {
  return Math.floor(bytes / MB).toLocaleString('en')
}
