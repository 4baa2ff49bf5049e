import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'playwright/test'
import { test } from './fixtures.ts'

const CLI = join(import.meta.dirname, '../out/main/cli.js')
const griot = (args: readonly string[], home: string) =>
  promisify(execFile)(process.execPath, [CLI, ...args], {
    env: { ...process.env, GRIOT_HOME: home },
  })

test('the built command speaks a sentence into a file and writes its timings', {
  tag: '@tour',
}, async ({ folder }) => {
  const out = join(folder, 'ọ̀rọ̀.mp3')
  const timings = join(folder, 'timings.json')
  await griot(['say', 'We leave at 7:30 tomorrow.', '--out', out, '--timings', timings], folder)
  expect((await readFile(out)).length).toBeGreaterThan(5_000)
  const { words } = JSON.parse(await readFile(timings, 'utf8')) as { words: { text: string }[] }
  expect(words.map(({ text }) => text).join(' ')).toBe('we leave at seven thirty tomorrow')
})

test('the built doctor finds the built studio and a voice', async ({ folder }) => {
  const { stdout } = await griot(['doctor'], folder).catch((error) => error)
  expect(stdout).toContain('✓ Studio')
  expect(stdout).toContain('✓ Speech')
})

test('a playlist of the API plays from its address alone', async ({ page, host }) => {
  const answer = await page.request.post(`${host.url}/v1/speech`, {
    headers: { authorization: `Bearer ${host.key}` },
    data: { text: 'The first part. The second part.', voice: 'john', format: 'm3u8' },
  })
  expect(answer.status()).toBe(200)
  const segments = (await answer.text()).split('\n').filter((line) => line.startsWith('http'))
  expect(segments.length).toBeGreaterThan(0)
  for (const segment of segments) {
    const part = await page.request.get(segment)
    expect(part.status()).toBe(200)
    expect(part.headers()['content-type']).toBe('audio/aac')
  }
  const playlist = await page.request.get(answer.headers()['content-location'] ?? '')
  expect(await playlist.text()).toContain('#EXT-X-ENDLIST')
})
