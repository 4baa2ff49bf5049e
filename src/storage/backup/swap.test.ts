import fs, { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { finishSwap, isInterrupted, STAGING, swap } from './swap.ts'

const folder = folderForTests('griot ìyípadà')
const NOW = new Date('2026-06-04T05:06:07Z')
/** The library of today has a log, the restored one has none; only today's state has clips. */
const OF_TODAY = ['files/ab/1', 'voices/v/recording', 'clips/c/1', 'library.db-wal', 'library.db']
const RESTORED = ['files/cd/2', 'voices/w/recording', 'provenance/key.pem', 'library.db']

function fill(of: string, names: readonly string[], content: string): void {
  for (const name of names) {
    mkdirSync(dirname(join(of, name)), { recursive: true })
    writeFileSync(join(of, name), content)
  }
}

function homeOfToday(name: string): { readonly home: string; readonly staging: string } {
  const home = join(folder, name)
  const staging = join(home, `${STAGING}x`)
  fill(home, OF_TODAY, 'today')
  fill(staging, RESTORED, 'restored')
  return { home, staging }
}

/** Runs `work`, in which the rename number `at` (from 1) ends everything, as a kill does. Answers whether it came to that. */
function killedAtRename(at: number, work: () => void): boolean {
  const { renameSync } = fs
  let renames = 0
  let isKilled = false
  fs.renameSync = (...args) => {
    renames += 1
    if (isKilled || renames === at) {
      isKilled = true
      throw new Error('killed')
    }
    return renameSync(...args)
  }
  syncBuiltinESMExports()
  try {
    work()
  } catch (error) {
    if (!isKilled) throw error
  } finally {
    fs.renameSync = renameSync
    syncBuiltinESMExports()
  }
  return isKilled
}

function filesIn(of: string): readonly string[] {
  return readdirSync(of, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(of.length + 1))
    .filter((name) => !name.startsWith('before-restore-') && !name.startsWith(STAGING))
    .sort()
}

const contents = (of: string, names: readonly string[]) =>
  new Set(names.map((name) => readFileSync(join(of, name), 'utf8')))

/** The restored state and nothing else, with all of today's aside. */
function expectExchanged(home: string): void {
  expect(filesIn(home)).toEqual([...RESTORED].sort())
  expect(contents(home, RESTORED)).toEqual(new Set(['restored']))
  const asides = readdirSync(home).filter((name) => name.startsWith('before-restore-'))
  expect(asides).toHaveLength(1)
  const aside = join(home, asides[0] ?? '')
  expect(filesIn(aside)).toEqual([...OF_TODAY].sort())
  expect(contents(aside, OF_TODAY)).toEqual(new Set(['today']))
  expect(isInterrupted(home)).toBe(false)
}

test('an exchange that is killed at any of its renames is finished at the next start, and twice if that is killed too', () => {
  let kills = 0
  for (let at = 1; ; at++) {
    const { home, staging } = homeOfToday(`kill ${at}`)
    if (!killedAtRename(at, () => swap(home, staging, 'everything', NOW))) break
    kills += 1
    const isReady = existsSync(join(staging, 'ready.json'))
    for (let again = 1; killedAtRename(again, () => finishSwap(home)); again++);
    if (isReady) expectExchanged(home)
    // Before the plan is written nothing has been touched.
    else {
      expect(filesIn(home)).toEqual([...OF_TODAY].sort())
      expect(isInterrupted(home)).toBe(false)
    }
  }
  expect(kills).toBeGreaterThan(OF_TODAY.length + 3)
})

test('an exchange that nobody kills leaves the same behind', () => {
  const { home, staging } = homeOfToday('whole')
  expect(swap(home, staging, 'everything', NOW)).toBe(
    join(home, 'before-restore-2026-06-04T05-06-07'),
  )
  expectExchanged(home)
})
