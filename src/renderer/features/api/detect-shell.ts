import type { Shell } from './example-code.ts'

/** Shell that the user of this computer most likely has. */
export function detectShell(): Shell {
  return /win/i.test(navigator.platform) ? 'windows' : 'posix'
}
