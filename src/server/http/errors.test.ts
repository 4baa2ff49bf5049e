import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { answerFailures } from './errors.ts'

/** Answer to a request that fails with `code`. */
async function answerTo(code: ErrorCode) {
  const fastify = Fastify()
  answerFailures(fastify, () => undefined)
  fastify.get('/', async () => {
    throw new AppError(code, 'What is wrong, and what to do about it.')
  })
  const { statusCode, headers } = await fastify.inject('/')
  return { statusCode, retry: headers['x-should-retry'] }
}

test('what asking again does not cure is told so with every status that clients repeat', async () => {
  expect(await answerTo('encode/no-ffmpeg')).toEqual({ statusCode: 500, retry: 'false' })
  expect(await answerTo('translate/unavailable')).toEqual({ statusCode: 503, retry: 'false' })
  expect(await answerTo('transcribe/unavailable')).toEqual({ statusCode: 503, retry: 'false' })
  expect(await answerTo('storage/read-only')).toEqual({ statusCode: 503, retry: 'false' })
})

test('what may be over at the next try is left to the clients', async () => {
  for (const code of ['speech/failed', 'storage/failed', 'translate/failed'] as const)
    expect([code, (await answerTo(code)).retry]).toEqual([code, undefined])
})
