import type { Shell } from './example-code.ts'

/** The shell that a person on this computer most likely has. */
export function detectShell(): Shell {
  return /win/i.test(navigator.platform) ? 'windows' : 'posix'
}
