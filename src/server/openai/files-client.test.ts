import OpenAI, { toFile } from 'openai'
import { afterAll, expect, test } from 'vitest'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer()
afterAll(async () => {
  await close()
  expect(tone.bugs).toEqual([])
})
const client = new OpenAI({ apiKey: KEY, baseURL: `${server.url}/v1`, maxRetries: 0 })
const lines = `${JSON.stringify({
  ...{ custom_id: 'one', method: 'POST', url: '/v1/audio/speech' },
  body: { model: 'griot-1', input: 'Good morning.', voice: 'lina' },
})}\n`
const upload = async () =>
  client.files.create({ file: await toFile(Buffer.from(lines), 'lines.jsonl'), purpose: 'batch' })

test('the official client stores, finds, lists, fetches and deletes files', async () => {
  const made = await upload()
  expect(made).toMatchObject({
    ...{ object: 'file', purpose: 'batch', filename: 'lines.jsonl', bytes: lines.length },
    status: 'processed',
  })
  expect(Math.abs(made.created_at - Date.now() / 1_000)).toBeLessThan(3_600)
  expect(await client.files.retrieve(made.id)).toEqual(made)
  const second = await upload()
  const third = await upload()
  const ids: string[] = []
  for await (const { id } of client.files.list({ limit: 1 })) ids.push(id)
  expect(ids).toEqual([third.id, second.id, made.id])
  expect(await (await client.files.content(made.id)).text()).toBe(lines)
  expect(await client.files.delete(made.id)).toMatchObject({ id: made.id, deleted: true })
  await expect(client.files.content(made.id)).rejects.toMatchObject({ status: 404 })
  const stranger = new OpenAI({ apiKey: 'gr_wrong', baseURL: client.baseURL, maxRetries: 0 })
  await expect(stranger.files.content(second.id)).rejects.toMatchObject({ status: 401 })
  const other = await tone.app.access.keys.create({ name: 'o', account: 'o', scopes: ['files'] })
  const otherClient = new OpenAI({ apiKey: other.token, baseURL: client.baseURL, maxRetries: 0 })
  await expect(otherClient.files.content(second.id)).rejects.toMatchObject({ status: 404 })
})

test('the official client orders a batch of its own file and fetches the results', async () => {
  const { id } = await upload()
  // The types of the client list the operations of OpenAI's own batches.
  const endpoint = '/v1/audio/speech' as '/v1/responses'
  const order = { endpoint, completion_window: '24h', input_file_id: id } as const
  const batch = await client.batches.create(order)
  await expect.poll(async () => (await client.batches.retrieve(batch.id)).status).toBe('completed')
  const { output_file_id: results } = await client.batches.retrieve(batch.id)
  const text = await (await client.files.content(String(results))).text()
  expect(JSON.parse(text.trim()).custom_id).toBe('one')
})

test('other callers read the same files as before', async () => {
  const { id } = await upload()
  const headers = { authorization: `Bearer ${KEY}` }
  const read = async (path: string) => (await fetch(`${server.url}${path}`, { headers })).json()
  expect(await read(`/v1/files/${id}`)).toMatchObject({
    ...{ file_id: id, status: 'ready', original_name: 'lines.jsonl', size_bytes: lines.length },
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(await read('/v1/files?limit=1')).toMatchObject({
    items: [{ file_id: id, status: 'ready' }],
  })
})
