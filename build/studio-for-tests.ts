import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfStale } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Builds the studio where there is none, as in a fresh checkout, before the first test: "griot serve" does not start
 * without it. One that is older than its sources is left to the tests that look at what is built.
 */
export async function setup(): Promise<void> {
  if (existsSync(join(ROOT, 'out/renderer/index.html'))) return
  await buildIfStale(ROOT, (line) => process.stderr.write(`${line}\n`))
}
