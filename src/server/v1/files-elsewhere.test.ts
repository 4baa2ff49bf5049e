import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { begin, send, type TestRequest } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { createLocalCopies } from '#storage/blobs/local-copies.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const root = folderForTests('griot ibòmíràn')
/** A store that gives no paths, as one on another computer. */
const blobs = { ...createFolderBlobs(join(root, 'store')), pathOf: () => undefined }
const copies = createLocalCopies({ blobs, folder: join(root, 'copies') })
const { tone, server, close } = await openToneServer({
  app: {
    stores: { blobs, copies, shared: blobs, purge: async () => undefined, close: () => undefined },
  },
})
afterAll(async () => {
  await close()
  expect(tone.bugs).toEqual([])
})

const authorization = `Bearer ${KEY}`

async function upload(bytes: string): Promise<{ readonly id: string; readonly url: string }> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'a.txt')
  const asked = { method: 'POST', headers: { authorization }, body: form }
  const answer = Object(await (await fetch(`${server.url}/v1/files`, asked)).json())
  const id = String(answer.file_id)
  const given = await send(`${server.url}/v1/files/${id}/url`, { headers: { authorization } })
  return { id, url: JSON.parse(given.text).url }
}
const remove = (id: string) =>
  send(`${server.url}/v1/files/${id}`, { method: 'DELETE', headers: { authorization } })

test('a file elsewhere knows byte ranges, conditions, and HEAD', async () => {
  const { url } = await upload('0123456789')
  const ranged = (range: string, more: TestRequest['headers'] = {}) =>
    send(url, { headers: { range, ...more } })
  const middle = await ranged('bytes=2-4')
  expect([middle.status, middle.text, middle.headers['content-range']]).toEqual([
    ...[206, '234', 'bytes 2-4/10'],
  ])
  expect(middle.headers['content-length']).toBe('3')
  expect((await ranged('bytes=-3')).text).toBe('789')
  expect((await ranged('bytes=-30')).text).toBe('0123456789')
  expect((await ranged('bytes=8-')).text).toBe('89')
  expect((await ranged('bytes=8-99')).headers['content-range']).toBe('bytes 8-9/10')
  for (const whole of ['bytes=0-1,4-5', 'bytes=5-2', 'lines=1-2', 'bytes=-', 'bytes=x-'])
    expect([(await ranged(whole)).status, (await ranged(whole)).text]).toEqual([200, '0123456789'])
  for (const wrong of ['bytes=10-', 'bytes=-0', 'bytes=99999999999999999999-']) {
    const outside = await ranged(wrong)
    expect([outside.status, outside.headers['content-range']]).toEqual([416, 'bytes */10'])
    expect(outside.detail).toContain('Content-Range')
  }
  const { etag = '', 'last-modified': modified = '' } = middle.headers
  expect(etag).toBe(`"${createHash('sha256').update('0123456789').digest('base64url')}"`)
  const conditional = async (headers: TestRequest['headers'] = {}) =>
    (await send(url, { headers })).status
  expect(await conditional({ 'if-none-match': etag })).toBe(304)
  expect(await conditional({ 'if-none-match': `"other", W/${etag}` })).toBe(304)
  expect(await conditional({ 'if-none-match': '*' })).toBe(304)
  expect(await conditional({ 'if-none-match': '"other"', 'if-modified-since': modified })).toBe(200)
  expect(await conditional({ 'if-modified-since': modified })).toBe(304)
  expect(await conditional({ 'if-modified-since': 'yesterday' })).toBe(200)
  expect(await conditional({ 'if-match': etag })).toBe(200)
  expect(await conditional({ 'if-match': '"other"' })).toBe(412)
  const long = 'Thu, 01 Jan 2015 00:00:00 GMT'
  expect(await conditional({ 'if-unmodified-since': long })).toBe(412)
  expect(await conditional({ 'if-modified-since': long })).toBe(200)
  expect((await ranged('bytes=0-1', { 'if-range': modified })).status).toBe(206)
  expect((await ranged('bytes=0-1', { 'if-range': etag })).status).toBe(206)
  expect((await ranged('bytes=0-1', { 'if-range': '"other"' })).status).toBe(200)
  expect((await ranged('bytes=0-1', { 'if-range': long })).status).toBe(200)
  const head = await send(url, { method: 'HEAD' })
  expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '10', ''])
  expect(head.headers).toMatchObject({ etag, 'accept-ranges': 'bytes' })
})

test('of an empty file elsewhere there is nothing to take a range of', async () => {
  const { url } = await upload('')
  const whole = await send(url)
  expect([whole.status, whole.text, whole.headers['content-length']]).toEqual([200, '', '0'])
  for (const range of ['bytes=0-', 'bytes=-1']) {
    const answer = await send(url, { headers: { range } })
    expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */0'])
  }
})

test('a file elsewhere that is deleted is 404 in words; whoever fetches it already gets all of it', async () => {
  const text = 'Ọjọ́ '.repeat(1_000_000)
  const { id, url } = await upload(text)
  const fetched = await begin(url)
  expect((await remove(id)).status).toBe(200)
  expect((await buffer(fetched)).length).toBe(Buffer.byteLength(text))
  const answer = await send(url)
  expect([answer.status, answer.detail]).toEqual([404, expect.stringContaining('no such file')])
  expect(answer.headers['content-disposition']).toBeUndefined()
})

test('a file elsewhere whose bytes were lost is 404 in words', async () => {
  const { id, url } = await upload('lost')
  for await (const { key } of blobs.list('files/')) if (key.endsWith(id)) await blobs.remove(key)
  for (const headers of [{}, { range: 'bytes=0-1' }]) {
    const answer = await send(url, { headers })
    expect([answer.status, answer.detail]).toEqual([404, expect.stringContaining('no such file')])
    expect(answer.headers['content-length']).not.toBe('4')
  }
})

test('the studio hears and verifies a file elsewhere from a copy', async () => {
  const { id } = await upload('Ẹ káàárọ̀')
  const { local } = await tone.app.files.follow(await tone.app.files.link('owner', id, 60))
  expect(await local()).toBe(join(root, 'copies', String(readdirSync(join(root, 'copies'))[0])))
})
