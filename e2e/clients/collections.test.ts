import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentedOf } from '#server/openapi/docs-operation.ts'
import { openHostThatTranscribes } from './host-that-transcribes.ts'
import { answerOf, runProgram } from './run-program.ts'

/** The collections for Postman and Bruno, which `npm run test:clients -- collections --update` writes anew. */
const CLIENTS = join(import.meta.dirname, '../../clients')
const DESCRIPTION = join(CLIENTS, 'openapi.json')
const POSTMAN = join(CLIENTS, 'griot.postman_collection.json')

test('the collections are made of the description', async () => {
  const made = await runProgram(process.execPath, ['collections.js', DESCRIPTION], { url: '' })
  const { postman, bruno } = JSON.parse(made)
  await expect(`${JSON.stringify(postman, null, 1)}\n`).toMatchFileSnapshot(POSTMAN)
  const file = join(CLIENTS, 'griot.bruno.json')
  await expect(`${JSON.stringify(bruno, null, 1)}\n`).toMatchFileSnapshot(file)
})

interface Answer {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly status: number | undefined
}

test('Postman’s runner sends every request of the collection, and each is answered as described', async () => {
  const operations = documentedOf(JSON.parse(await readFile(DESCRIPTION, 'utf8')))
  const host = await openHostThatTranscribes()
  try {
    const answers = await answerOf<readonly Answer[]>('run-collection.js', host.url, [POSTMAN])
    expect(answers.length).toBe(operations.length)
    const undocumented = answers.filter(({ method, path, status }) => {
      const asked = operations.find((known) => known.method === method && known.path === path)
      const { responses = {} } = (asked?.operation ?? {}) as { responses?: object }
      return !(String(status) in responses) || Number(status) >= 500
    })
    expect(undocumented).toEqual([])
    expect(answers.filter(({ status }) => status === 401)).toEqual([])
    const spoken = answers.filter(({ path }) => /^\/v1\/(audio\/)?speech$/.test(path))
    expect(spoken.map(({ status }) => status)).toEqual([200, 200])
  } finally {
    await host.close()
  }
})
