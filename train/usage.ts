import { existsSync } from 'node:fs'

/** Says how a training program is called, and ends it with exit code 2. */
export function endWithUsage(usage: string): never {
  process.stderr.write(`Usage: ${usage}\n`)
  process.exit(2)
}

/** Ends a training program with exit code 3 where a file or folder that it reads is not there. */
export function checkInputs(...paths: readonly string[]): void {
  const missing = paths.find((path) => !existsSync(path))
  if (missing === undefined) return
  process.stderr.write(
    `There is no ${missing}. The first lines of the program, or the README beside it, name its sources.\n`,
  )
  process.exit(3)
}
