import { execFileSync, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Batch, batchesOf } from './changed-rooms.ts'
import {
  environmentOf,
  filesOfFullTier,
  playwrightArguments,
  vitestArguments,
} from './test-runners.ts'

/**
 * Runs the full tests of the rooms that changed since the newest commit that is six hours older than HEAD, a few files at
 * a time, begins none after six minutes, and prints what is still owed. Fails if a test fails.
 */
const ROOT = join(import.meta.dirname, '..')
const LIMIT_MS = 6 * 60_000
const HOURS = 6

const all = batchesOf(
  changedFiles(),
  filesOfFullTier(ROOT, globSync('{src,build,eval,train}/**/*.test.ts', { cwd: ROOT }).sort()),
  globSync('e2e/*.spec.ts', { cwd: ROOT }).sort(),
)
const endMs = Date.now() + LIMIT_MS
const owed: Batch[] = []
let hasFailed = false
for (const batch of all) {
  if (Date.now() > endMs) owed.push(batch)
  else hasFailed = !passes(batch) || hasFailed
}
const files = owed.flatMap((batch) => batch.files)
if (files.length > 0) say(`Still owed, by "npm run test:full":\n  ${files.join('\n  ')}`)
else say('Nothing is owed: all full tests of the rooms that changed have run.')
process.exitCode = Number(hasFailed)

function passes({ runner, files }: Batch): boolean {
  const args = runner === 'vitest' ? vitestArguments(files) : playwrightArguments('rest', files)
  const env = environmentOf('rest')
  return spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0
}

/** Paths that differ; undefined where there is no commit that is old enough, or no git at all. */
function changedFiles(): readonly string[] | undefined {
  try {
    const headSeconds = Number(git('log', '-1', '--format=%ct'))
    const base = git('rev-list', '-1', `--before=${headSeconds - HOURS * 3_600}`, 'HEAD')
    if (base === '') return undefined
    return git('diff', '--name-only', base, 'HEAD').split('\n')
  } catch {
    return undefined
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
