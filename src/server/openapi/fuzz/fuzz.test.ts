import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { send, type TestRequest } from '#server/client.test-support.ts'
import { documentedOf } from '#server/openapi/docs-operation.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { SEED } from '#testing/seed.test-support.ts'
import { IS_FULL } from '#testing/tier.test-support.ts'
import { checkAnswersBy } from './check-answer.test-support.ts'
import { type FuzzRequest, requestsTo } from './requests.test-support.ts'

/** More, or others: `GRIOT_FUZZ_REQUESTS=100000 GRIOT_TEST_SEED=7 npx vitest run src/server/openapi/fuzz`. */
const REQUESTS = Number(process.env['GRIOT_FUZZ_REQUESTS'] ?? (IS_FULL ? 5_000 : 500))
const AT_ONCE = 8
/** Nothing that is not stuck takes as long, whatever else the machine does. */
const PATIENCE_MS = 500_000

const { tone, server, close } = await openToneServer()
afterAll(close)

const document = JSON.parse((await send(`${server.url}/openapi.json`)).text)
const operations = documentedOf(document)
const wrongWith = checkAnswersBy(document)

test(`${REQUESTS} generated requests meet no bug, no hang, and no answer that is not described`, async () => {
  const ids = await thingsThatAreThere()
  const each = Math.ceil(REQUESTS / operations.length)
  const requests = operations.flatMap((operation) =>
    fc.sample(requestsTo(operation, { ids, token: KEY }), { numRuns: each, seed: SEED }),
  )
  const wrong: string[] = []
  const waiting = requests[Symbol.iterator]()
  const work = async (): Promise<void> => {
    for (const request of waiting) {
      const problem = await problemOf(request)
      if (problem !== undefined) wrong.push(`${nameOf(request)}\n  ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect(requests.length).toBeGreaterThanOrEqual(REQUESTS)
  expect(tone.bugs.map(({ error }) => String(error))).toEqual([])
  expect(wrong.slice(0, 10)).toEqual([])
})

async function problemOf({
  operation,
  path,
  ask: given,
}: FuzzRequest): Promise<string | undefined> {
  const answer = await within(PATIENCE_MS, send(`${server.url}${path}`, given))
  if (answer === undefined) return `no answer within ${PATIENCE_MS} ms`
  if (answer instanceof Error) return `the connection broke: ${answer.message}`
  if (answer.status === 500) return `500: ${answer.text}`
  // A path of two dots leads to another operation, or to none.
  const elsewhere = new URL(path, server.url).pathname !== path.split('?')[0]
  return elsewhere ? undefined : wrongWith(operation, answer)
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T | Error | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  const failed = (error: unknown): Error =>
    error instanceof Error ? error : new Error(String(error))
  return Promise.race([promise.catch(failed), late]).finally(() => clearTimeout(timer))
}

/** Ids that lead somewhere: a system voice, and an uploaded file. */
async function thingsThatAreThere(): Promise<readonly string[]> {
  const upload: TestRequest = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
    body: '--b\r\nContent-Disposition: form-data; name="file"; filename="ọjà.txt"\r\n\r\nọjà\r\n--b--\r\n',
  }
  const { file_id } = JSON.parse((await send(`${server.url}/v1/files`, upload)).text)
  return ['lina', 'LINA', 'griot-1', String(file_id)]
}

function nameOf({ operation, path, ask: { headers, body } }: FuzzRequest): string {
  const text = typeof body === 'string' ? body : Buffer.from(body ?? []).toString('latin1')
  return `${operation.method} ${path.slice(0, 200)} ${JSON.stringify(headers)} ${text.slice(0, 300)}`
}
