import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A folder of programs that take sound as players do. */
export interface ProgramFolder {
  /** Value for `PATH`. */
  readonly searchPath: string
  /** All that a program has been given on standard input. */
  heard(name: string): Buffer
}

/**
 * Puts a program into a folder that writes down what it is told to play, from standard input or a file: sound devices are rare where
 * tests run.
 */
export function programFolder(folder: string, name = 'paplay'): ProgramFolder {
  const programs = join(folder, 'programs')
  mkdirSync(programs, { recursive: true })
  const heard = (program: string): string => join(programs, `${program}.heard`)
  const path = join(programs, name)
  const source = name === 'afplay' ? '"$1"' : ''
  writeFileSync(path, `#!/bin/sh\ncat ${source} >> '${heard(name)}'\n`)
  chmodSync(path, 0o755)
  return {
    searchPath: [programs, '/usr/bin', '/bin'].join(delimiter),
    heard: (program) =>
      existsSync(heard(program)) ? readFileSync(heard(program)) : Buffer.alloc(0),
  }
}
