import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import type { Json } from '#server/http/operation.ts'
import { openRealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { documentedOf } from './docs-operation.ts'
import { EXAMPLE_FILE_ID } from './examples.ts'
import { checkAnswersBy } from './fuzz/check-answer.test-support.ts'

/** Every example of the description, sent as it stands to the program that the description is of. */
const host = await openRealHost()
afterAll(host.close)

const document = JSON.parse((await send(`${host.url}/openapi.json`)).text)
const operations = documentedOf(document)
const wrongWith = checkAnswersBy(document)

const withBody = operations.flatMap((operation) => {
  const { requestBody } = operation.operation as {
    requestBody?: {
      content: Readonly<Record<string, { examples?: Readonly<Record<string, Json>> }>>
    }
  }
  const json = requestBody?.content['application/json']
  return json ? [{ operation, examples: Object.entries(json.examples ?? {}) }] : []
})
const cases = withBody.flatMap(({ operation, examples }) =>
  examples.map(([name, { value }]) => [operation.id, name, { operation, value }] as const),
)

test('every JSON body has an example', () => {
  const without = withBody.filter(({ examples }) => examples.length === 0)
  expect(without.map(({ operation }) => operation.id)).toEqual([])
})

test.each(cases)('%s, %s, is answered as described', async (_id, _name, { operation, value }) => {
  const body = JSON.stringify(value).replace(EXAMPLE_FILE_ID, await uploadedLines())
  const path = operation.path.replace(/\{\w+\}/, 'of-nobody')
  const answer = await send(`${host.url}${path}`, {
    method: operation.method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body,
  })
  expect(wrongWith(operation, answer)).toBeUndefined()
  // Where the path leads to nothing, only the body can be judged: a wrong field would be told in a list.
  if (path === operation.path)
    expect([answer.text.slice(0, 300), answer.status]).toEqual([
      expect.anything(),
      expect.toBeOneOf([200, 201]),
    ])
  else expect(answer.text).toMatch(/no (such )?(batch|pack|consent)/i)
})

async function uploadedLines(): Promise<string> {
  const line = JSON.stringify({
    ...{ custom_id: 'one', method: 'POST', url: '/v1/speech' },
    body: { text: 'Good morning from Lagos.', voice: 'lina' },
  })
  const form = new FormData()
  form.append('file', new Blob([line], { type: 'application/jsonl' }), 'lines.jsonl')
  const answer = await fetch(`${host.url}/v1/files`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${KEY}` }, body: form },
  })
  const { file_id } = (await answer.json()) as { file_id: string }
  return file_id
}

test('clients/openapi.json is this description', async () => {
  // `npx vitest run src/server/openapi/examples.test.ts --update` writes it anew.
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, '../../../clients/openapi.json'),
  )
})
