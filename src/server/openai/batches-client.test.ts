import OpenAI from 'openai'
import { afterAll, expect, test } from 'vitest'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'

const { tone, server, close } = await openToneServer()
afterAll(close)
const client = new OpenAI({ apiKey: KEY, baseURL: `${server.url}/v1` })

async function upload(lines: readonly object[]): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob(lines.map((line) => `${JSON.stringify(line)}\n`)), 'lines.jsonl')
  const headers = { authorization: `Bearer ${KEY}` }
  const answer = await fetch(`${server.url}/v1/files`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { file_id: string }).file_id
}

const line = (id: string): object => ({
  ...{ custom_id: id, method: 'POST', url: '/v1/audio/speech' },
  body: { model: 'griot-1', input: 'Good morning.', voice: 'lina' },
})
// The types of the client list the operations of OpenAI's own batches.
const endpoint = '/v1/audio/speech' as '/v1/responses'

test('the official client orders, follows, lists and cancels batches', async () => {
  const order = { endpoint, completion_window: '24h', metadata: { for: 'a test' } } as const
  const made = await client.batches.create({ ...order, input_file_id: await upload([line('1')]) })
  await expect.poll(async () => (await client.batches.retrieve(made.id)).status).toBe('completed')
  const batch = await client.batches.retrieve(made.id)
  expect(batch.request_counts).toMatchObject({ total: 1, completed: 1, failed: 0 })
  expect([batch.metadata, typeof batch.output_file_id]).toEqual([{ for: 'a test' }, 'string'])

  tone.hold = new Promise((resolve) => setTimeout(resolve, 2_000))
  const many = await upload(Array.from({ length: 80 }, (_, index) => line(`${index}`)))
  const second = await client.batches.create({ ...order, input_file_id: many })
  const ids: string[] = []
  for await (const { id } of client.batches.list({ limit: 1 })) ids.push(id)
  expect(ids).toEqual([second.id, made.id])
  expect((await client.batches.cancel(second.id)).status).toMatch(/^cancell/)
  await expect(client.batches.retrieve('batch_0')).rejects.toMatchObject({ status: 404 })
})
