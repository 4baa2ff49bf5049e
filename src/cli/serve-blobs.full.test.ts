import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runGriot, runGriotHere, startGriot } from './griot.test-support.ts'

const KEY = 'My API Key'
const authorization = `Bearer ${KEY}`
const root = folderForTests('griot ibi ìkójọ')

test('a server keeps its files in the folder that is named, and another start finds them there', async () => {
  const store = join(root, 'ìkójọ')
  const start = async (args: readonly string[], variables = {}) => {
    const running = startGriot(root, ['serve', '--port', '0', ...args], {
      GRIOT_API_KEY: KEY,
      ...variables,
    })
    return { ...running, url: await running.address() }
  }
  const first = await start(['--blobs', store])
  const form = new FormData()
  form.append('file', new Blob(['Ẹ káàárọ̀']), 'a.txt')
  const asked = { method: 'POST', headers: { authorization }, body: form }
  const { file_id } = Object(await (await fetch(`${first.url}/v1/files`, asked)).json())
  expect(await first.end()).toBe(0)
  expect(readdirSync(join(store, 'files'), { recursive: true }).map(String)).toContainEqual(
    expect.stringMatching(new RegExp(`${file_id}$`)),
  )
  expect(existsSync(join(root, 'data', 'files', String(file_id)))).toBe(false)

  const second = await start([], { GRIOT_BLOBS: store })
  const { text } = await send(`${second.url}/v1/files/${file_id}/url`, {
    headers: { authorization },
  })
  expect((await send(JSON.parse(text).url)).text).toBe('Ẹ káàárọ̀')
  expect(await second.end()).toBe(0)
  const { out } = await runGriotHere(root, ['doctor'], { variables: { GRIOT_BLOBS: store } })
  expect(out).toMatch(/✓ Library +.*its files lie elsewhere \(GRIOT_BLOBS\)/)
})

test.each([
  ['gs://griot', 1, /begins with gs:\/\//],
  ['s3://', 1, /s3:\/\/bucket/],
  ['s3://KEY:hidden-secret@griot?endpoint=http://127.0.0.1:1', 1, /127\.0\.0\.1:1/],
  ['', 2, /Leave it out/],
])('--blobs "%s" ends the start with one line', async (address, code, words) => {
  const folder = join(root, 'refused')
  mkdirSync(folder, { recursive: true })
  const args = ['serve', '--port', '0', '--blobs', address]
  const refused = await runGriot(folder, args)
  expect([refused.code, String(refused.out)]).toEqual([code, ''])
  expect(refused.err).toMatch(words)
  expect(refused.err).not.toContain('hidden-secret')
  expect(refused.err.trim().split('\n').length).toBeLessThanOrEqual(code)
})
