import type { Environment } from './environment.ts'

/** Surroundings of a command while it runs. */
export interface CommandContext {
  readonly environment: Environment
  /** Aborted by Ctrl-C or a polite kill. */
  readonly stop: AbortSignal
  /** Exit code of a command that throws nothing: 0 unless the command sets another one. */
  exitCode: number
  /** What is said where `stop` ends the command; left out: that nothing unfinished was kept. */
  stopWords?: string
}
