import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { send, speech, type TestRequest, type TestResponse } from '#server/client.test-support.ts'
import type { Json } from '#server/http/operation.ts'
import { type DocumentedOperation, documentedOf } from '#server/openapi/docs-operation.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { OWNER, SCOPES, type Scope } from '#shared/access.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createStoredVoices } from '#storage/db/voices.ts'

const issuer = generateKeyPairSync('ec', { namedCurve: 'P-256' })
let clock = Date.parse('2026-05-01T12:00:00Z')
const { tone, server, close } = await openToneServer({
  // Hundreds of wrong tokens come from here in a minute.
  failedAuth: { freePerMinute: 10_000 },
  app: {
    // Nothing listens there: it is never asked.
    providers: { transcribeUrl: 'http://127.0.0.1:9' },
    now: () => new Date(clock),
    jwt: {
      algorithm: 'ES256',
      key: issuer.publicKey,
      keyId: undefined,
      issuer: 'https://id.example.org/',
      audience: 'griot',
      maxAge: 86_400,
    },
  },
})
afterAll(close)

const { keys, guests } = tone.app.access
const keyWith = async (scopes: readonly Scope[], account = OWNER): Promise<string> =>
  (await keys.create({ name: 'A key', account, scopes: [...scopes] })).token
const jwtWith = (scope: string, lifeSeconds: number): Promise<string> =>
  new SignJWT({ scope })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer('https://id.example.org/')
    .setAudience('griot')
    .setSubject('Àdùkẹ́')
    .setExpirationTime(clock / 1_000 + lifeSeconds)
    .sign(issuer.privateKey)

const revoked = await keys.create({ name: 'Revoked', account: OWNER, scopes: [...SCOPES] })
await keys.revoke(revoked.record.id)
const expiring = await keys.create({
  name: 'For a day',
  account: OWNER,
  scopes: [...SCOPES],
  days: 1,
})
const guestThen = (await guests.create(OWNER, 60)).token
const jwtThen = await jwtWith(SCOPES.join(' '), 60)
clock += 2 * 86_400_000
const guest = (await guests.create(OWNER, 600)).token

interface Needs {
  readonly scope: Scope | undefined
  readonly takesGuests: boolean
}

/** Who may do what, whatever the description says. Guests speak with system voices and work on texts, nothing else. */
const RULES: Readonly<Record<string, Scope | `${Scope}, also guests` | 'anybody'>> = {
  'POST /v1/provenance/verify': 'speak',
  'POST /v1/speech': 'speak, also guests',
  'GET /v1/provenance/{request_id}': 'speak',
  'GET /v1/provenance/{request_id}/manifest': 'speak, also guests',
  'GET /v1/speech/stream': 'speak, also guests',
  'GET /v1/speech/{request_id}/timings': 'speak',
  'GET /v1/hls/{id}/index.m3u8': 'anybody',
  'GET /v1/hls/{id}/{segment}': 'anybody',
  'POST /v1/audio/speech': 'speak, also guests',
  'GET /v1/audio/voices': 'speak, also guests',
  'POST /v1/audio/voices': 'voices',
  'DELETE /v1/audio/voices/{voice_id}': 'voices',
  'POST /v1/audio/voice_consents': 'voices',
  'GET /v1/audio/voice_consents': 'voices',
  'GET /v1/audio/voice_consents/{consent_id}': 'voices',
  'POST /v1/audio/voice_consents/{consent_id}': 'voices',
  'DELETE /v1/audio/voice_consents/{consent_id}': 'voices',
  'GET /v1/models': 'speak, also guests',
  'GET /v1/models/{model}': 'speak, also guests',
  'POST /v1/transcriptions': 'text, also guests',
  'GET /v1/transcriptions/stream': 'text, also guests',
  'POST /v1/audio/transcriptions': 'text, also guests',
  'POST /v1/audio/translations': 'text, also guests',
  'POST /v1/translate': 'text, also guests',
  'POST /v1/translation-memory': 'text',
  'GET /v1/translation-memory': 'text',
  'GET /v1/translation-memory/{id}': 'text',
  'DELETE /v1/translation-memory/{id}': 'text',
  'POST /v1/diacritics': 'text, also guests',
  'POST /v1/detect': 'text, also guests',
  'POST /v1/normalize': 'text, also guests',
  'POST /v1/voices': 'voices',
  'GET /v1/voices': 'voices',
  'GET /v1/voices/{voice_id}': 'voices',
  'DELETE /v1/voices/{voice_id}': 'voices',
  'POST /v1/batches': 'speak',
  'GET /v1/batches': 'speak',
  'GET /v1/batches/{batch_id}': 'speak',
  'DELETE /v1/batches/{batch_id}': 'speak',
  'POST /v1/batches/{batch_id}/cancel': 'speak',
  'POST /v1/batches/{batch_id}/pause': 'speak',
  'POST /v1/batches/{batch_id}/resume': 'speak',
  'GET /v1/batches/{batch_id}/dead': 'speak',
  'POST /v1/batches/{batch_id}/retry': 'speak',
  'POST /v1/files': 'files',
  'GET /v1/files': 'files',
  'GET /v1/files:usage': 'files',
  'GET /v1/files/{file_id}': 'files',
  'DELETE /v1/files/{file_id}': 'files',
  'GET /v1/files/{file_id}/url': 'files',
  'GET /v1/files/{file_id}/content': 'anybody',
  'POST /v1/guest-tokens': 'admin',
  'GET /v1/packs': 'admin',
  'GET /v1/packs/{pack_id}': 'admin',
  'GET /v1/packs/{pack_id}/progress': 'admin',
  'POST /v1/packs/{pack_id}/install': 'admin',
  'POST /v1/packs/{pack_id}/pause': 'admin',
  'POST /v1/packs/{pack_id}/resume': 'admin',
  'POST /v1/packs/{pack_id}/cancel': 'admin',
  'POST /v1/packs/{pack_id}/verify': 'admin',
  'DELETE /v1/packs/{pack_id}': 'admin',
  'GET /metrics': 'admin',
  'GET /health': 'anybody',
  'GET /health/live': 'anybody',
}

const document = JSON.parse((await send(`${server.url}/openapi.json`)).text)
const closed = documentedOf(document)
  .map((operation) => ({ ...operation, ...needsOf(operation) }))
  .filter(({ scope }) => scope !== undefined)

function needsOf({ operation }: DocumentedOperation): Needs {
  const schemes = operation['security'] as readonly Json[]
  return {
    scope: operation['x-scope'] as Scope | undefined,
    takesGuests: schemes.some((scheme) => 'guest' in scheme),
  }
}

const NOBODYS = '00000000-0000-4000-8000-000000000000'

/** Knocks at an operation with a token and no body: enough to be let in or turned away. */
function knock(
  { method, path }: DocumentedOperation,
  token?: string,
  id = NOBODYS,
): Promise<TestResponse> {
  const given: TestRequest = {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  }
  return send(`${server.url}${path.replace(/\{\w+\}/g, id)}`, given)
}

const BAD_TOKENS = [
  undefined,
  'griot_nobody',
  // A part of a good one.
  KEY.slice(0, 5),
  expiring.token,
  revoked.token,
  guestThen,
  jwtThen,
  // Of another issuer.
  `${jwtThen.slice(0, -8)}AAAAAAAA`,
]

const isLetIn = ({ status }: TestResponse): boolean => status !== 401 && status !== 403

test('each operation is for whom it was meant', () => {
  const described = documentedOf(document).map((operation) => {
    const { scope, takesGuests } = needsOf(operation)
    const who = scope === undefined ? 'anybody' : `${scope}${takesGuests ? ', also guests' : ''}`
    return [`${operation.method} ${operation.path}`, who] as const
  })
  expect(Object.fromEntries(described)).toEqual(RULES)
})

describe.each(
  closed.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)('%s', (_name, operation) => {
  const { scope, takesGuests } = operation
  const others = SCOPES.filter((other) => other !== scope)

  test('no token and tokens that are no good are refused with 401 in words', async () => {
    const answers = await Promise.all(BAD_TOKENS.map((token) => knock(operation, token)))
    for (const { status, headers, text } of answers) {
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
      expect(text).toMatch(/[a-z]{3,} [a-z]{2,}/)
    }
  })

  test('a key and a JWT that have every other scope are refused with 403, which names the missing one', async () => {
    for (const token of [await keyWith(others), await jwtWith(others.join(' '), 600)]) {
      const answer = await knock(operation, token)
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(String(scope))])
    }
  })

  test(`a guest is ${takesGuests ? 'let in' : 'refused with 403'}`, async () => {
    const answer = await knock(operation, guest)
    if (takesGuests) expect(isLetIn(answer)).toBe(true)
    else expect(answer.status).toBe(403)
  })

  test('a key and a JWT with the one scope, and the key of the environment, are let in', async () => {
    const right = [await keyWith([scope ?? 'speak']), await jwtWith(String(scope), 600), KEY]
    for (const token of right) expect(isLetIn(await knock(operation, token))).toBe(true)
  })

  if (/\{(?:file_id|voice_id)\}/.test(operation.path))
    test("another account's thing is not there, with the right scope and in whatever way; its owner's is", async () => {
      const id = await ownersThing(operation.path)
      const strangers = [
        await keyWith([scope ?? 'speak'], 'Chiọma'),
        await jwtWith(String(scope), 600),
        (await guests.create('Chiọma', 600)).token,
      ]
      const statuses = strangers.map(async (token) => (await knock(operation, token, id)).status)
      expect(await Promise.all(statuses)).toEqual([404, 404, 403])
      expect((await knock(operation, await keyWith([scope ?? 'speak']), id)).status).toBe(200)
    })
})

/** A new file or voice of the owner, as `path` takes one. */
async function ownersThing(path: string): Promise<string> {
  return path.includes('{voice_id}') ? ownersVoice() : ownersFile()
}

async function ownersFile(): Promise<string> {
  const kept = await send(`${server.url}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="file"; filename="ọjà.txt"\r\n\r\nọjà\r\n--b--\r\n',
  })
  return JSON.parse(kept.text).file_id
}

/** Written into the library, as making one takes a recording. */
async function ownersVoice(): Promise<string> {
  const database = openDatabase(join(tone.folder, 'griot.db'))
  const id = `voice_${randomBytes(16).toString('hex')}`
  const at = new Date(clock).toISOString()
  const sha256 = randomBytes(32)
  await createStoredVoices(database).add(
    {
      ...{ id, account: OWNER, name: 'Ohùn mi', language: 'yo', spokenLanguage: 'yo' },
      ...{ createdAt: at, updatedAt: at, warnings: [], engine: 'flite', traits: {} },
    },
    {
      ...{ account: OWNER, tokenName: 'A key', statement: 'I agree.', purpose: 'A voice.' },
      ...{ givenAt: at, recordingSha256: sha256, transcriptSha256: sha256 },
      voiceDeletedAt: undefined,
    },
    100,
    () => undefined,
  )
  database.close()
  return id
}

test("another account's voice and file are not there where a body names them", async () => {
  const [voice, file] = [await ownersVoice(), await ownersFile()]
  const strangers = [
    await keyWith(['speak', 'text'], 'Chiọma'),
    await jwtWith('speak text', 600),
    (await guests.create('Chiọma', 600)).token,
    // The owner's guests have nothing of the owner's either.
    guest,
  ]
  for (const [i, token] of strangers.entries()) {
    const authorization = `Bearer ${token}`
    const said = await send(`${server.url}/v1/speech`, speech({ voice }, { authorization }))
    expect([said.status, said.detail]).toEqual([400, expect.stringContaining('no voice')])
    const dialect = await send(`${server.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'tts-1', input: 'Good morning.', voice }),
    })
    expect([dialect.status, dialect.text]).toEqual([400, expect.stringContaining('no voice')])
    const heard = await send(`${server.url}/v1/transcriptions`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\nContent-Disposition: form-data; name="content"\r\n\r\n${file}\r\n--b--\r\n`,
    })
    expect(heard.status).toBe(i < 2 ? 404 : 403)
  }
  expect(tone.work.requests).toEqual([])
})

test('whoever is refused leaves nothing behind, and nothing of it was a bug', async () => {
  const list = await send(`${server.url}/v1/files`, { headers: { authorization: `Bearer ${KEY}` } })
  const names = JSON.parse(list.text).items.map(
    (item: { original_name: string }) => item.original_name,
  )
  expect(new Set(names)).toEqual(new Set(['ọjà.txt']))
  expect(tone.bugs).toEqual([])
})
