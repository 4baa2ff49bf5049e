import { afterAll, expect, test } from 'vitest'
import { send, speech, until } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer({ app: {} })
afterAll(close)
const { access, files } = tone.app
const { handlers } = tone.app.connect((event, data) => heard.push({ event, data }))
const heard: { event: string; data: unknown }[] = []
const list = async () => (await handlers['files.list']({})).files

test('speech of the API is in the history, without the text where nothing may be kept', async () => {
  const { token } = access.keys.create({ name: 'Radio', account: 'owner', scopes: ['speak'] })
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
  access.changeAccount('owner', { keepAudio: true })
  await send(
    `${server.url}/v1/speech`,
    speech({ format: 'wav' }, { authorization: `Bearer ${KEY}` }),
  )
  await until(() => files.list('owner', { limit: 1 }).files[0]?.content !== undefined)
  await handlers['export.start']({
    ...{ jobId: crypto.randomUUID(), title: 'Ìròyìn', division: 'whole', bitrate: '128k' },
    ...{ lines: [{ id: 'a', text: 'one two', voice: 'lina', speed: 1 }], formats: ['wav'] },
    ...{ voices: {}, date: '2026-11-24' },
  })
  await until(() => heard.some(({ event }) => event === 'export.done'))
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

const idOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'jobId' in data ? data.jobId : undefined
