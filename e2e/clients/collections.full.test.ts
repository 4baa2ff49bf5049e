import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { documentedOf } from '#server/openapi/docs-operation.ts'
import { DESCRIPTION, POSTMAN } from './client-files.ts'
import { openHostThatTranscribes } from './host-that-transcribes.ts'
import { answerOf } from './run-program.ts'

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
