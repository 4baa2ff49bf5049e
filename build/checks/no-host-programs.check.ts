import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { ORACLE_PROGRAMS } from '../../e2e/oracles/programs.ts'

const ROOT = join(import.meta.dirname, '../..')
/** A test takes ffmpeg where the program itself finds one, and the list of processes from the kernel. */
const NEVER_BY_NAME = [
  ...ORACLE_PROGRAMS.map(({ name }) => name),
  'pocketsphinx_continuous',
  'flite',
  'espeak-ng',
  'pgrep',
]

test('no test but those of the oracles starts a program that a bare machine lacks', () => {
  const starts = new RegExp(
    String.raw`(?:exec|spawn|run)\w*\(\s*['"](?:${NEVER_BY_NAME.join('|').replaceAll('.', '\\.')})['"]`,
  )
  const tests = ['src', 'build', 'e2e'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(({ name }) =>
        /\.(?:test|test-support|spec)\.tsx?$|^(?:host|recording)\.ts$/.test(name),
      )
      .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
      .filter((path) => !path.startsWith(join('e2e', 'oracles'))),
  )
  expect(tests.length).toBeGreaterThan(200)
  expect(tests.filter((path) => starts.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
})
