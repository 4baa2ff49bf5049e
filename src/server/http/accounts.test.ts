import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import type { JwtRules } from '#app/access/jwt.ts'
import { send, speech, type TestRequest, type TestResponse } from '#server/client.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { SCOPES } from '#shared/access.ts'

const secret = createSecretKey(randomBytes(32))
const jwt: JwtRules = {
  ...{ algorithm: 'HS256', key: secret, keyId: undefined },
  ...{ issuer: 'https://id.example.org/', audience: 'griot', maxAge: 86_400 },
}

const { tone, server, close } = await openToneServer({ app: { jwt, quotaBytes: 30_000 } })
afterAll(close)

const tokenOf = (sub: string): Promise<string> =>
  new SignJWT({ iss: jwt.issuer, aud: jwt.audience, sub, scope: SCOPES.join(' ') })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(secret)

const call = (
  token: string,
  path: string,
  given: TestRequest = {},
  url = server.url,
): Promise<TestResponse> =>
  send(`${url}${path}`, {
    ...given,
    headers: { authorization: `Bearer ${token}`, ...given.headers },
  })

const form = (name: string, content: string): TestRequest => ({
  method: 'POST',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: `--b\r\nContent-Disposition: form-data; name="${name}"; filename="ìwé.txt"\r\n\r\n${content}\r\n--b--\r\n`,
})
const usage = async (token: string): Promise<unknown> => {
  const { total_bytes, used_bytes, num_files } = JSON.parse(
    (await call(token, '/v1/files:usage')).text,
  )
  return [total_bytes, used_bytes, num_files]
}

test('an account that comes with its first JWT has the quota of all', async () => {
  const other = await openToneServer({ app: { jwt } })
  const answer = await call(await tokenOf('Ṣadé'), '/v1/files:usage', {}, other.server.url)
  expect(JSON.parse(answer.text)).toMatchObject({ total: '1.0 GB', used_bytes: 0, num_files: 0 })
  await other.close()
})

test('the very first request of a JWT is held to its quota, which is nobody else’s', async () => {
  const [first, second] = [await tokenOf('Chidi'), await tokenOf('chidi')]
  expect((await call(first, '/v1/files', form('file', 'x'.repeat(30_001)))).status).toBe(413)
  expect((await call(first, '/v1/files', form('file', 'x'.repeat(29_000)))).status).toBe(200)
  expect((await call(first, '/v1/files', form('file', 'x'.repeat(1_001)))).status).toBe(413)
  expect(await usage(first)).toEqual([30_000, 29_000, 1])
  expect(await usage(second)).toEqual([30_000, 0, 0])
  expect((await call(second, '/v1/files', form('file', 'x'.repeat(29_000)))).status).toBe(200)
  const listed = JSON.parse((await call(second, '/v1/files')).text)
  expect(listed.items).toHaveLength(1)
  expect(listed.items[0].uploaded_by).toBe('JWT of chidi')
})

test('two JWTs of one account are one caller: what one stores, the other finds, and repeats under its name', async () => {
  const [one, two] = [await tokenOf('Bọ́lá'), await tokenOf('Bọ́lá')]
  const kept = JSON.parse((await call(one, '/v1/files', form('file', 'ọjà'))).text)
  expect((await call(two, `/v1/files/${kept.file_id}`)).status).toBe(200)
  const name = { 'idempotency-key': randomUUID() }
  const say = (token: string): Promise<TestResponse> =>
    send(`${server.url}/v1/speech`, speech({}, { authorization: `Bearer ${token}`, ...name }))
  const [said, again] = [await say(one), await say(two)]
  expect([again.headers['idempotent-replayed'], again.bytes]).toEqual(['true', said.bytes])
  const stranger = await say(await tokenOf('Bólá'))
  expect([stranger.status, stranger.headers['idempotent-replayed']]).toEqual([200, undefined])
})

test('audio is kept for the account of a JWT that says so, and for no other', async () => {
  const [keeps, keepsNot] = [await tokenOf('Zainab'), await tokenOf('Aliyu')]
  await tone.app.access.changeAccount('Zainab', { keepAudio: true })
  for (const token of [keeps, keepsNot])
    await send(
      `${server.url}/v1/speech`,
      speech({ text: 'E' }, { authorization: `Bearer ${token}` }),
    )
  while (JSON.stringify(await usage(keeps)) !== '[30000,12000,1]');
  expect(await usage(keepsNot)).toEqual([30_000, 0, 0])
})

test('whatever a guest asks for, in an account that keeps its audio, no file is left of it', async () => {
  // One of its own, as it is shut down.
  const { tone, server, close } = await openToneServer({ app: { jwt } })
  const { access } = tone.app
  await access.changeAccount('Hana', { keepAudio: true })
  const guest = (await access.guests.create('Hana', 60)).token
  const filesNow = (): string[] =>
    readdirSync(tone.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('griot.db'))
      .map(({ parentPath, name }) => `${parentPath}/${name}`)
  const before = filesNow()
  const name = { 'idempotency-key': randomUUID(), 'x-data-retention': 'true' }
  const json = (body: object): TestRequest => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...name },
    body: JSON.stringify(body),
  })
  const statuses: Record<string, number> = {}
  for (const [path, given] of Object.entries({
    '/v1/speech': json({ text: 'Selam.', voice: 'lina', format: 'pcm_s16le' }),
    '/v1/audio/speech': json({
      ...{ model: 'tts-1', input: 'Selam.', voice: 'lina', response_format: 'pcm' },
    }),
    '/v1/diacritics': json({ language: 'yo', text: 'Ojo n ro.' }),
    '/v1/translate': json({ text: 'Ẹ káàárọ̀.', source: 'yo', target: 'yo' }),
    '/v1/transcriptions': form('content', 'RIFF'),
    '/v1/files': form('file', 'ọjà'),
    '/v1/voices': form('audio', 'RIFF'),
    '/v1/guest-tokens': json({}),
  }))
    statuses[path] = (await call(guest, path, given, server.url)).status
  expect(statuses).toEqual({
    ...{ '/v1/speech': 200, '/v1/audio/speech': 200, '/v1/diacritics': 200 },
    ...{ '/v1/translate': 200, '/v1/transcriptions': 503, '/v1/files': 403 },
    ...{ '/v1/voices': 403, '/v1/guest-tokens': 403 },
  })
  // Shut down, so that whatever was still being written is there.
  await server.close()
  expect(filesNow()).toEqual(before)
  expect((await tone.app.files.usage('Hana')).count).toBe(0)
  expect(tone.bugs).toEqual([])
  await close()
})
