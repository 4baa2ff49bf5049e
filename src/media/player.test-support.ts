import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A folder of programs that take sound as players do. */
export interface ProgramFolder {
  /** Value for `PATH`. */
  readonly searchPath: string
  /** All that a program has been given on standard input. */
  heard(name: string): Buffer
}

/** Puts a program "paplay" into a folder, which writes down what it is told to play; sound devices are rare where tests run. */
export function programFolder(folder: string): ProgramFolder {
  const programs = join(folder, 'programs')
  mkdirSync(programs, { recursive: true })
  const heard = (name: string): string => join(programs, `${name}.heard`)
  const path = join(programs, 'paplay')
  writeFileSync(path, `#!/bin/sh\ncat >> '${heard('paplay')}'\n`)
  chmodSync(path, 0o755)
  return {
    searchPath: [programs, '/usr/bin', '/bin'].join(delimiter),
    heard: (name) => (existsSync(heard(name)) ? readFileSync(heard(name)) : Buffer.alloc(0)),
  }
}
