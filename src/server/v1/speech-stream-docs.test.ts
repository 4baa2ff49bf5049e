import { execFile } from 'node:child_process'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { KEY, WORD_BYTES } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PAUSE_BYTES = 0.27 * 24_000 * 2
const { tone, server, close } = await openToneServer()
afterAll(close)

test('the Node example of the page about live speech works as it stands', async () => {
  const page = await readFile(join(ROOT, 'docs/live-speech.md'), 'utf8')
  const example = /## Node\s+```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  await symlink(join(ROOT, 'node_modules'), join(tone.folder, 'node_modules'), 'junction')
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', example], {
    cwd: tone.folder,
    env: { ...process.env, GRIOT_URL: server.url, GRIOT_KEY: KEY },
  })
  const { stdout, stderr } = await run
  expect(stderr).toBe('')
  expect(stdout.split('\n').slice(0, 5)).toEqual([
    '0.00 Good',
    '0.25 morning',
    '0.50 from',
    '0.75 Lagos',
    '1.27 It',
  ])
  const sound = await readFile(join(tone.folder, 'morning.pcm'))
  expect(sound.length).toBe(9 * WORD_BYTES + PAUSE_BYTES)
})
