import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { updateCheck } from './updates.ts'

test('updates are looked for only by a packaged program that has an address of releases', () => {
  const resources = mkdtempSync(join(tmpdir(), 'griot ìmúdójúìwọ̀n '))
  onTestFinished(() => rmSync(resources, { recursive: true }))
  const tell = (): void => undefined
  expect(updateCheck({ resources: undefined, tell })).toBeUndefined()
  expect(updateCheck({ resources, tell })).toBeUndefined()
  writeFileSync(join(resources, 'app-update.yml'), 'provider: generic\nurl: http://127.0.0.1:9\n')
  expect(updateCheck({ resources, tell })).toBeInstanceOf(Function)
})
