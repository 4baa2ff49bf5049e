import { join } from 'node:path'
import { buildIfMissing } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')

/** A studio that is older than its sources is left to the tests that look at what is built. */
export async function setup(): Promise<void> {
  await buildIfMissing(ROOT, (line) => process.stderr.write(`${line}\n`))
}
