import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const COMMAND_LINE = join(import.meta.dirname, '../src/cli/index.ts')
const MOST_OUTPUT_BYTES = 2 ** 30

/** A program that reads lines on standard input and prints one line for each. */
export type LineFilter = (lines: readonly string[]) => readonly string[]

/** Runs a command of the shell as a line filter. Throws an Error where it fails or answers another number of lines. */
export function shellFilter(command: string): LineFilter {
  return (lines) => runFilter(command, 'bash', ['-c', command], lines, process.env)
}

/** Runs a command of this checkout, such as `griot phonemes`, with an empty data folder: no dictionary of a person counts. */
export function griotFilter(...args: readonly string[]): LineFilter {
  return (lines) => {
    const home = mkdtempSync(join(tmpdir(), 'griot-eval-'))
    try {
      const env = { ...process.env, GRIOT_HOME: home }
      return runFilter(
        `griot ${args.join(' ')}`,
        process.execPath,
        [COMMAND_LINE, ...args],
        lines,
        env,
      )
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }
}

function runFilter(
  name: string,
  program: string,
  args: readonly string[],
  lines: readonly string[],
  env: NodeJS.ProcessEnv,
): readonly string[] {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    input: `${lines.join('\n')}\n`,
    maxBuffer: MOST_OUTPUT_BYTES,
    encoding: 'utf8',
    env,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${name}: exit code ${status}: ${stderr.slice(-500)}`)
  const answers = stdout.replace(/\n$/, '').split('\n')
  if (answers.length !== lines.length)
    throw new Error(`${name}: ${lines.length} lines in, ${answers.length} out`)
  return answers
}
