import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { costsInWords, playwrightCosts, vitestCosts } from './test-costs.ts'

const folder = folderForTests('griot iye owó')
const written = (value: unknown): string => {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(value))
  return path
}

test('the ten dearest files are named, the dearest first, and then the sum', () => {
  const costs = Array.from({ length: 12 }, (_, at) => ({ file: `${at}.test.ts`, seconds: at }))
  const lines = costsInWords(costs, 70.4, 35.6).trimEnd().split('\n')
  expect(lines).toHaveLength(12)
  expect(lines[1]).toBe('    11.0 s  11.test.ts')
  expect(lines[10]).toBe('     2.0 s  2.test.ts')
  expect(lines[11]).toBe('70 processor seconds in 36 s')
  expect(costsInWords([], 1, 2)).toBe('1 processor seconds in 2 s\n')
})

test('the journeys of a file cost what their annotations say, also in groups and tries', () => {
  const spec = (seconds: string) => ({
    tests: [{ annotations: [{ type: 'processor seconds', description: seconds }] }],
  })
  const other = { tests: [{ annotations: [{ type: 'skip' }] }] }
  const path = written({
    suites: [{ file: 'a.spec.ts', specs: [spec('1.5'), other], suites: [{ specs: [spec('2')] }] }],
  })
  expect(playwrightCosts(path)).toEqual([{ file: 'e2e/a.spec.ts', seconds: 3.5 }])
})

test('a report that is missing, or is none, has no costs', () => {
  expect(vitestCosts(join(folder, 'none.json'))).toEqual([])
  expect(playwrightCosts(written({ errors: [] }))).toEqual([])
})
