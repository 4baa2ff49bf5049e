import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createErrorLog } from './log.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-log-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('an error is logged with its stack, in a data folder that did not exist yet', async () => {
  const home = join(folder, 'ilé', 'griot')
  const echoed: string[] = []
  createErrorLog(home, (text) => echoed.push(text))(new Error('no such table: take'))
  const text = await readFile(join(home, 'griot.log'), 'utf8')
  expect(echoed.join('')).toMatch(/^Error: no such table: take\n/)
  expect(text).toMatch(/^\d{4}-\d\d-\d\dT.*no such table: take\n +at /)
})

test('a full log is renamed, and a new one begins', async () => {
  await writeFile(join(folder, 'griot.log'), 'x'.repeat(1_000_001))
  const echoed: string[] = []
  createErrorLog(folder, (text) => echoed.push(text))('again')
  expect(await readFile(join(folder, 'griot.log'), 'utf8')).toMatch(/ again\n$/)
  expect(await readFile(join(folder, 'griot.log.old'), 'utf8')).toHaveLength(1_000_001)
  expect(echoed).toEqual(['again\n'])
})

test('a folder that cannot be written to stops the log, not the backend', async () => {
  const file = join(folder, 'a file')
  await writeFile(file, '')
  const echoed: string[] = []
  const report = createErrorLog(join(file, 'inside'), (text) => echoed.push(text))
  report(new Error('out of order'))
  expect(echoed.join('')).toContain('out of order')
  expect(echoed.join('')).toContain('cannot be written')
})
