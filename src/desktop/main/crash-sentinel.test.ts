import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCrashSentinel } from './crash-sentinel.ts'

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'griot ìparí '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const NOW = new Date('2026-02-03T04:05:06Z')

test('a run that ends in order leaves nothing, one that does not is told at the next start', () => {
  const folder = folderForTest()
  const first = openCrashSentinel(folder, '0.1.0', NOW)
  expect(first.crashed).toBeUndefined()
  first.end()
  expect(openCrashSentinel(folder, '0.1.0', NOW).crashed).toBeUndefined()
  expect(openCrashSentinel(folder, '0.2.0', NOW).crashed).toEqual({
    ...{ version: '0.1.0', startedAt: NOW.toISOString() },
  })
})

test('a damaged file, or a folder that is not there, costs nothing', () => {
  const folder = folderForTest()
  writeFileSync(join(folder, 'running.json'), '{')
  expect(openCrashSentinel(folder, '0.1.0', NOW).crashed).toBeUndefined()
  const missing = openCrashSentinel(join(folder, 'nowhere'), '0.1.0', NOW)
  missing.end()
  expect(missing.crashed).toBeUndefined()
})
