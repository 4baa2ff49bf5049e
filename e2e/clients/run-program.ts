import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { KEY } from '#server/tone-app.test-support.ts'

/** The folder whose packages the programs import. */
export const PROGRAMS = join(import.meta.dirname, 'programs')

/** Runs a program against the Griot at `url`, in `cwd`, and gives what it wrote. Throws where it fails, with what it said. */
export async function runProgram(
  command: string,
  given: readonly string[],
  { url, cwd = PROGRAMS }: { readonly url: string; readonly cwd?: string },
): Promise<string> {
  const { stdout } = await promisify(execFile)(command, [...given], {
    cwd,
    env: { ...process.env, GRIOT_URL: url, GRIOT_KEY: KEY, NODE_OPTIONS: '' },
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

/** Runs a program of the folder `programs` that prints one line of JSON. */
export async function answerOf<T>(
  file: string,
  url: string,
  given: readonly string[] = [],
): Promise<T> {
  const lines = (await runProgram(process.execPath, [file, ...given], { url })).trim().split('\n')
  return JSON.parse(lines.at(-1) ?? '')
}
