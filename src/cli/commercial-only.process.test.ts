import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runGriotHere } from './griot.test-support.ts'

// A process of its own: what may be used is said once for the whole process and for those that it starts.
const folder = mkdtempSync(join(tmpdir(), 'griot òwò '))
afterAll(() => rmSync(folder, { recursive: true }))
const variables = { GRIOT_TRANSLATE_URL: '' }

test('with --commercial-only the built-in translator is off, and it is said what to do', async () => {
  const order = ['translate', '--from', 'en', '--to', 'pcm', 'The bank is open.']
  const free = await runGriotHere(folder, order, { variables })
  expect([free.code, free.err]).toEqual([
    ...[0, expect.stringMatching(/Not for commercial use: built-in/)],
  ])
  const { code, out, err } = await runGriotHere(folder, [...order, '--commercial-only'], {
    variables,
  })
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/The model translation is off: its licence, CC-BY-NC-4\.0/)
  expect(err).toMatch(/Install a pack of models .*GRIOT_TRANSLATE_URL/)
})
