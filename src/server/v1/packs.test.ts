import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { cutAfter, etagOf, type Misbehaviour } from '#packs/file-server.test-support.ts'
import { openSmallPack, packOf, type SmallPack, writeCatalog } from '#packs/packs.test-support.ts'
import { send, type TestResponse } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer, type ToneServer } from '#server/tone-server.test-support.ts'

let pack: SmallPack
let opened: ToneServer
beforeEach(async () => {
  pack = await openSmallPack()
  opened = await openToneServer({ app: { packs: { catalogFolder: pack.catalog } } })
  onTestFinished(() => opened.close())
})

const ask = (method: string, path: string, body?: object): Promise<TestResponse> =>
  send(`${opened.server.url}/v1/packs${path}`, {
    method,
    headers: {
      authorization: `Bearer ${KEY}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const ACCEPT = { accept_licence: 'Apache-2.0' }
const at = (name: string): string => join(opened.tone.folder, 'packs/small', name)
const part = (): string => at('arriving/onnx/model.onnx.part')
const jsonOf = ({ text }: TestResponse) => JSON.parse(text)
const progress = async () => jsonOf(await ask('GET', '/small/progress'))
const untilState = (state: string): Promise<unknown> =>
  expect.poll(async () => (await progress()).state).toBe(state)

/** Sends a third of the model, and then nothing. */
const hang: Misbehaviour = (_request, response, file) => {
  response.writeHead(200, { 'content-length': file.length, etag: etagOf(file) })
  response.write(file.subarray(0, 100_000))
  return 'hanging'
}

test('a pack is listed with what people decide by, and shown with its licence and its files', async () => {
  const { items } = jsonOf(await ask('GET', ''))
  expect(items).toMatchObject([
    {
      ...{ pack_id: 'small', task: 'translation', languages: ['yo', 'en'], state: 'absent' },
      licence: { id: 'Apache-2.0', commercial_use: false, accepted_at: null },
      ...{ download_bytes: 300_019, is_size_exact: true, can_download: true },
      ...{ is_checked: false, measured: [], job: null },
    },
  ])
  const shown = jsonOf(await ask('GET', '/SMALL'))
  expect(shown).toMatchObject({ licence_text: 'You may use it.\n' })
  expect(shown.files[0]).toMatchObject({ name: 'onnx/model.onnx', known_from: 'catalog' })
  expect(pack.server.asked).toEqual([])
})

test('an installation that is interrupted goes on by itself, and can be followed, verified and removed', async () => {
  pack.server.next.push(cutAfter(part(), 50_000), cutAfter(part(), 50_000))
  const begun = await ask('POST', '/small/install', ACCEPT)
  expect([begun.status, jsonOf(begun).pack_id]).toEqual([202, 'small'])
  await untilState('installed')
  // The files are in place a moment before the work on them has ended.
  await expect
    .poll(async () => (await progress()).job)
    .toMatchObject({ state: 'done', done_bytes: 300_019 })
  expect(pack.server.asked.map(({ range }) => range).slice(0, 3)).toEqual([
    ...['', 'bytes=50000-', 'bytes=100000-'],
  ])
  expect(jsonOf(await ask('POST', '/small/verify'))).toMatchObject({ state: 'installed' })
  writeFileSync(at('files/tokenizer.json'), 'other')
  const wrong = await ask('POST', '/small/verify')
  expect([wrong.status, jsonOf(wrong)]).toMatchObject([
    200,
    { state: 'damaged', problem: expect.stringContaining('tokenizer.json') },
  ])
  expect((await ask('POST', '/small/install')).status).toBe(202)
  await untilState('installed')
  const removed = jsonOf(await ask('DELETE', '/small'))
  expect(removed).toMatchObject({ state: 'absent', stored_bytes: 0, job: null })
  expect(opened.tone.bugs).toEqual([])
})

test('an installation is paused, resumed, cancelled, and removed while it runs', async () => {
  const begin = async (): Promise<void> => {
    pack.server.next.push(hang)
    expect((await ask('POST', '/small/install', ACCEPT)).status).toBe(202)
    await expect.poll(async () => (await progress()).job?.done_bytes).toBe(100_000)
  }
  await begin()
  expect(jsonOf(await ask('POST', '/small/pause'))).toMatchObject({
    ...{ state: 'partial', job: { state: 'paused', done_bytes: 100_000, total_bytes: 300_019 } },
  })
  expect((await ask('POST', '/small/resume')).status).toBe(202)
  await untilState('installed')
  expect(pack.server.asked[1]?.range).toBe('bytes=100000-')
  await ask('DELETE', '/small')
  await begin()
  expect(jsonOf(await ask('POST', '/small/cancel'))).toMatchObject({
    ...{
      state: 'absent',
      stored_bytes: 0,
      job: null,
      licence: { accepted_at: expect.any(String) },
    },
  })
  await begin()
  expect(jsonOf(await ask('DELETE', '/small'))).toMatchObject({ state: 'absent', job: null })
  expect(opened.tone.bugs).toEqual([])
})

test('what fails later is told in the job, in words', async () => {
  pack.server.files.delete('/hub/tokenizer.json')
  await ask('POST', '/small/install', ACCEPT)
  await expect.poll(async () => (await progress()).job?.state).toBe('failed')
  expect((await progress()).job.message).toMatch(/no longer at 127\.0\.0\.1.*\(404\)/)
})

test('no pack, no licence, another licence, no source and no installation are refused in words', async () => {
  for (const [method, path] of [
    ['GET', '/large'],
    ['GET', '/large/progress'],
    ['POST', '/..%2f..%2fetc/install'],
    ['POST', '/large/pause'],
    ['DELETE', '/large'],
  ] as const)
    expect([path, await ask(method, path)]).toMatchObject([
      path,
      { status: 404, detail: expect.stringContaining('There is no pack') },
    ])
  const refusals: readonly [object | undefined, RegExp][] = [
    [undefined, /has not been accepted/],
    [{ accept_licence: 'MIT' }, /is Apache-2\.0 .*, not MIT/],
    [{ accept_licence: 7 }, /SPDX identifier/],
  ]
  for (const [body, words] of refusals) {
    const refused = await ask('POST', '/small/install', body)
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(words)])
  }
  writeCatalog(pack.catalog, [packOf({ base: null, files: pack.files })])
  const unknown = await ask('POST', '/small/install', ACCEPT)
  expect([unknown.status, unknown.text]).toEqual([422, expect.stringContaining('import')])
  const verified = await ask('POST', '/small/verify')
  expect([verified.status, verified.headers['x-should-retry']]).toEqual([503, 'false'])
})
