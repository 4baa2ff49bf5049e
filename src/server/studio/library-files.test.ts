import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { send, speech, until } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

/** How far the clock of the library is ahead, in milliseconds. */
let ahead = 0
const { tone, server, close } = await openToneServer({
  app: { now: () => new Date(Date.now() + ahead) },
})
afterAll(close)
const { access, files } = tone.app
const { handlers } = tone.app.connect((event, data) => heard.push({ event, data }))
const heard: { event: string; data: unknown }[] = []
const list = async () => (await handlers['files.list']({})).files

test('speech of the API is in the history, without the text where nothing may be kept', async () => {
  const { token } = await access.keys.create({ name: 'Radio', account: 'owner', scopes: ['speak'] })
  const by = { authorization: `Bearer ${token}` }
  await send(`${server.url}/v1/speech`, speech({ text: 'Ẹ káàárọ̀ o' }, by))
  await send(
    `${server.url}/v1/speech`,
    speech({ text: 'Secret' }, { ...by, 'x-data-retention': 'false' }),
  )
  const { entries, total } = await handlers['history.list']({ limit: 10, search: '' })
  expect(total).toBe(2)
  expect(entries).toMatchObject([
    { source: 'api', keyName: 'Radio', text: '', characters: 6, isWhole: true },
    { source: 'api', keyName: 'Radio', text: 'Ẹ káàárọ̀ o', voice: 'lina' },
  ])
  expect((await handlers['history.list']({ limit: 10, search: 'kaaaro' })).entries).toHaveLength(1)
  const [measured] = await handlers['history.measured']({})
  expect(measured?.takes).toBe(2)
  expect(await handlers['history.clear']({})).toEqual({ cleared: 2 })
})

test('an export and a file of the API are listed, played, verified, deleted and brought back', async () => {
  await access.changeAccount('owner', { keepAudio: true })
  await send(
    `${server.url}/v1/speech`,
    speech({ format: 'wav' }, { authorization: `Bearer ${KEY}` }),
  )
  await until(async () => (await files.list('owner', { limit: 1 })).files[0]?.content !== undefined)
  await exportOnce()
  expect((await list()).map(({ source }) => source).toSorted()).toEqual(['api', 'export'])
  for (const { id } of await list()) {
    const jobId = crypto.randomUUID()
    await handlers['files.play']({ id, jobId })
    await until(() =>
      heard.some(({ event, data }) => event === 'speech.done' && idOf(data) === jobId),
    )
    expect((await handlers['files.verify']({ id })).kind).toBe('made-here')
    expect((await handlers['files.fetch']({ id })).kind).toBe('download')
  }
  const ids = (await list()).map(({ id }) => id)
  await handlers['files.delete']({ ids })
  expect(await list()).toEqual([])
  await handlers['files.restore']({ ids })
  expect((await list()).map(({ state }) => state)).toEqual(['there', 'there'])
  await expect(handlers['files.verify']({ id: 'export:999' })).rejects.toMatchObject({
    code: 'file/not-found',
  })
})

test('exports for browsers go by their size and their age, as the settings say, and nothing else goes', async () => {
  const [first, second] = [await exportOnce(), await exportOnce()]
  const folder = join(tone.folder, 'exported')
  const kept = async () => (await list()).filter(({ source }) => source === 'export')
  expect((await kept()).map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]))
  const lost = join(folder, 'in no list')
  mkdirSync(lost)
  utimesSync(lost, 0, 0)
  const { sizeBytes = 0 } = (await kept()).find(({ id }) => id === second) ?? {}
  await tone.app.settings.change({ 'export.kept-size': String(sizeBytes) })
  await until(() => !existsSync(lost))
  expect((await kept()).map(({ id }) => id)).toEqual([second])
  expect(readdirSync(folder)).toHaveLength(1)
  ahead = 31 * DAY_MS
  await tone.app.settings.change({ 'export.kept-size': '5GB' })
  await expect.poll(kept).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

const DAY_MS = 86_400_000

/** Exports one line as a WAV file; returns its id in the list. */
async function exportOnce(): Promise<string | undefined> {
  const before = new Set((await list()).map(({ id }) => id))
  const jobId = crypto.randomUUID()
  await handlers['export.start']({
    ...{ jobId, title: 'Ìròyìn', division: 'whole', bitrate: '128k' },
    ...{ lines: [{ id: 'a', text: 'one two', voice: 'lina', speed: 1 }], formats: ['wav'] },
    ...{ voices: {}, date: '2026-11-24' },
  })
  await until(() =>
    heard.some(({ event, data }) => event === 'export.done' && idOf(data) === jobId),
  )
  const newOnes = async () => (await list()).filter(({ id }) => !before.has(id))
  await expect.poll(newOnes).toHaveLength(1)
  return (await newOnes())[0]?.id
}

const idOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'jobId' in data ? data.jobId : undefined
