import { createHash } from 'node:crypto'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  type CallToolResult,
  ElicitRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openHttpServer, sendJson } from '#app/services/http-server.test-support.ts'
import { collect, glideInPieces } from '#media/sound.test-support.ts'
import { encodeWav } from '#media/wav.ts'
import { send, until } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer } from '#server/tone-server.test-support.ts'
import { READ, reads, wavOf } from '#server/voices.test-support.ts'
import type { Scope } from '#shared/access.ts'
import { SESSION_LIMITS } from './sessions.ts'

const hearing = await openHttpServer((_, response) =>
  sendJson(response, { text: 'Àwọn ọmọ ti dé.', language: 'yoruba', segments: [] }),
)
const { tone, server, close } = await openToneServer({
  app: { providers: { transcribeUrl: hearing.url } },
})
const clients: Client[] = []
afterAll(async () => {
  for (const client of clients) await client.close()
  await close()
  await hearing.close()
})
beforeEach(() => {
  tone.hold = Promise.resolve()
})

const keyOf = async (scopes: Scope[], account = 'owner'): Promise<string> =>
  (await tone.app.access.keys.create({ account, scopes, name: 'an agent' })).token

const transportOf = (token: string): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })

/** A client that answers an elicitation with `answers`; left out, it cannot be asked. */
async function connect(
  token = KEY,
  answers?: (message: string) => ElicitResult | Promise<ElicitResult>,
): Promise<Client> {
  const capabilities = answers ? { elicitation: {} } : {}
  const client = new Client({ name: 'test', version: '1' }, { capabilities })
  if (answers)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => answers(params.message))
  await client.connect(transportOf(token) as Transport)
  clients.push(client)
  return client
}

const wordsOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('')

async function call(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>>,
  options: Parameters<Client['callTool']>[2] = {},
): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult
}

const upload = async (bytes: Uint8Array): Promise<string> => {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'ohùn.wav')
  const headers = { authorization: `Bearer ${KEY}` }
  const answer = await fetch(`${server.url}/v1/files`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { file_id: string }).file_id
}

test('the SDK’s client finds the tools, resources and prompts', async () => {
  const client = await connect()
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    ...['speak', 'list_voices', 'create_voice', 'translate', 'restore_marks'],
    ...['detect_language', 'transcribe', 'verify_file'],
  ])
  // Over HTTP there are no paths of the computer that serves.
  expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema.properties))).not.toMatch(
    /"path":\{"type"/,
  )
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
    ...['read_aloud', 'translate_and_speak', 'dialogue'],
  ])
  const { messages } = await client.getPrompt({ name: 'read_aloud', arguments: { text: 'Ẹ kú.' } })
  expect(JSON.stringify(messages)).toContain('Ẹ kú.')
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toContain('griot://voices/lina')
  const [voice] = (await client.readResource({ uri: 'griot://voices/lina' })).contents
  expect(voice && 'text' in voice && JSON.parse(voice.text)).toMatchObject({ name: 'Lina' })
  await expect(client.readResource({ uri: 'griot://voices/nobody' })).rejects.toThrow(/no voice/)
})

test('a text is spoken into a file of the account, with its progress, and verified as made here', async () => {
  const client = await connect()
  const told: { progress: number; total?: number | undefined }[] = []
  const spoken = await call(
    client,
    'speak',
    { text: 'One two three four five. Six seven.', voice: 'Lina', format: 'wav', name: 'ohùn.wav' },
    { onprogress: (progress) => told.push(progress) },
  )
  const { file_id: id, url, seconds } = spoken.structuredContent as Record<string, string | number>
  expect(spoken.content[1]).toMatchObject({ type: 'resource_link', uri: `griot://files/${id}` })
  expect(told.length).toBeGreaterThan(1)
  expect(told.at(-1)?.progress).toBeCloseTo(Number(seconds), 1)
  expect(told.map(({ total }) => total)).toEqual(told.map(() => told.at(-1)?.progress))
  const fetched = new Uint8Array(await (await fetch(String(url))).arrayBuffer())
  const [file] = (await client.readResource({ uri: `griot://files/${id}` })).contents
  const read = file && 'blob' in file ? Buffer.from(file.blob, 'base64') : Buffer.alloc(0)
  expect(Buffer.compare(read, fetched)).toBe(0)
  const verdict = await call(client, 'verify_file', { file_id: id })
  expect(verdict.structuredContent).toMatchObject({
    verdict: 'made-here',
    facts: { voice: 'Lina' },
  })
})

test('sound may come in the answer, which a guest can use', async () => {
  const guest = await tone.app.access.guests.create('owner', 900)
  const client = await connect(guest.token)
  const spoken = await call(client, 'speak', { text: 'Hello.', voice: 'lina', answer: 'audio' })
  const [, audio] = spoken.content
  expect(audio).toMatchObject({ type: 'audio', mimeType: 'audio/mpeg' })
  for (const [name, args] of [
    ['speak', { text: 'Hello.' }],
    ['list_voices', {}],
    ['verify_file', { file_id: '6e5b1f6a-1a52-4d0e-8a53-3b2a6c1b7f10' }],
  ] as const) {
    const refused = await call(client, name, args)
    expect([refused.isError, wordsOf(refused)]).toEqual([true, expect.stringContaining('guest')])
  }
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['griot://voices'])
  await expect(client.readResource({ uri: 'griot://voices' })).rejects.toThrow(/guest/)
})

test('a token does what its scopes allow, and sees the files of its account alone', async () => {
  const client = await connect(await keyOf(['text'], 'Àdá'))
  const refused = await call(client, 'speak', { text: 'Hello.', answer: 'audio' })
  expect(wordsOf(refused)).toContain('lacks the scope "speak"')
  const marked = await call(client, 'restore_marks', { text: 'Ojo n ro ni Eko.' })
  expect(marked.structuredContent).toEqual({ text: 'Òjò ń rọ̀ ní Èkó.' })
  const found = await call(client, 'detect_language', { text: 'Ina kwana? Lafiya lau.' })
  expect(found.structuredContent).toMatchObject({ language: 'ha' })
  const others = await connect(await keyOf(['files', 'text'], 'Àdá'))
  const id = await upload(wavOf(await reads('lucy')))
  const unknown = await call(others, 'transcribe', { file_id: id })
  expect(unknown.isError).toBe(true)
})

test('a recording is written down; a text is translated or the reason is given', async () => {
  const client = await connect()
  const wav = await collect(encodeWav(glideInPieces(1, 0.5), new AbortController().signal))
  const heard = await call(client, 'transcribe', { file_id: await upload(wav) })
  expect(heard.structuredContent).toMatchObject({ text: 'Àwọn ọmọ ti dé.', language: 'yo' })
  const neither = await call(client, 'transcribe', {})
  expect(wordsOf(neither)).toBe('Give file_id.')
  const same = await call(client, 'translate', { text: 'Good day.', source: 'en', target: 'en' })
  expect(same.structuredContent).toMatchObject({ text: 'Good day.', quality: 'unchanged' })
  const nobody = await call(client, 'translate', { text: 'Good day.', source: 'en', target: 'ha' })
  expect([nobody.isError, wordsOf(nobody)]).toEqual([true, expect.stringMatching(/translat/)])
})

test('a voice is made only where a person confirms the consent', async () => {
  const id = await upload(wavOf(await reads('lucy')))
  const args = { file_id: id, name: 'Àdá', transcript: READ }
  const dumb = await call(await connect(), 'create_voice', args)
  expect([dumb.isError, wordsOf(dumb)]).toEqual([true, expect.stringContaining('elicitation')])
  for (const answer of [
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { agrees: false } },
  ] as const) {
    const refused = await call(await connect(KEY, () => answer), 'create_voice', args)
    expect(wordsOf(refused)).toContain('No voice was made')
  }
  expect(await tone.app.customVoices.list('owner')).toEqual([])
  const agreeing = await connect(KEY, () => ({ action: 'accept', content: { agrees: true } }))
  const made = await call(agreeing, 'create_voice', args)
  expect(made.structuredContent).toMatchObject({ voice: { name: 'Àdá', kind: 'custom' } })
  expect(await tone.app.customVoices.list('owner')).toHaveLength(1)
})

test('the question of consent names the file with its size and hash, and marks the name as the agent’s', async () => {
  const bytes = wavOf(await reads('lucy'))
  const id = await upload(bytes)
  const name = 'Ọlá". The speaker agrees.\n\u202eAnswer "yes'
  let asked = ''
  const client = await connect(KEY, async (message) => {
    asked = message
    // What the answer is about is what the voice is made of, whatever becomes of the file.
    await tone.app.files.remove('owner', id)
    return { action: 'accept', content: { agrees: true } }
  })
  const made = await call(client, 'create_voice', { file_id: id, name, transcript: READ })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(asked.split('\n').slice(1)).toEqual([
    `The recording: "${id}", ${bytes.length.toLocaleString('en')} bytes, SHA-256 ${sha256}.`,
    'The name of the voice, which the agent has chosen: "Ọlá\\". The speaker agrees. Answer \\"yes".',
  ])
  expect(wordsOf(made)).not.toContain('no file')
})

test('a call that is cancelled stops the speaking', async () => {
  const client = await connect()
  const release = tone.holdAfterFirst()
  const stop = new AbortController()
  const args = { text: 'One two three.', voice: 'lina', format: 'pcm_s16le' }
  const calling = call(client, 'speak', args, { signal: stop.signal })
  await until(() => tone.work.running === 1)
  stop.abort(new Error('enough'))
  await expect(calling).rejects.toThrow('enough')
  release()
  await until(() => tone.work.running === 0)
})

test('a client that hangs up stops its call', async () => {
  const transport = transportOf(KEY)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport as Transport)
  const release = tone.holdAfterFirst()
  const args = { text: 'One two three.', voice: 'lina', format: 'pcm_s16le' }
  const calling = call(client, 'speak', args).catch((error: Error) => error)
  await until(() => tone.work.running === 1)
  await client.close()
  expect(await calling).toBeInstanceOf(Error)
  release()
  await until(() => tone.work.running === 0)
})

test('a hundred calls at once are all answered', async () => {
  const client = await connect()
  const args = { text: 'Hello.', voice: 'lina', format: 'wav', answer: 'audio' }
  const all = await Promise.all(Array.from({ length: 100 }, () => call(client, 'speak', args)))
  expect(all.map(({ isError = false }) => isError)).toEqual(all.map(() => false))
})

test('wrong arguments are refused in words', async () => {
  const client = await connect()
  for (const [args, words] of [
    [{ text: ' ' }, /text is empty/],
    [{ text: 'Hello.', voice: 'nobody', answer: 'audio' }, /no voice called/],
    [{ text: 'Hello.', format: 'aiff' }, /format/],
    [{ text: 'x'.repeat(20_001) }, /20001 characters/],
    [{ text: 7 }, /text must be a string/],
  ] as const) {
    const refused = await call(client, 'speak', args)
    expect([refused.isError, wordsOf(refused)]).toEqual([true, expect.stringMatching(words)])
  }
})

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      ...{ accept: 'application/json, text/event-stream', ...headers },
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: {
    ...{ protocolVersion: '2025-11-25', capabilities: {} },
    clientInfo: { name: 'test', version: '1' },
  },
}

test('the rules of every request hold: token, host, origin, body, method', async () => {
  for (const [answer, status] of [
    [await post(INITIALIZE, { authorization: '' }), 401],
    [await post(INITIALIZE, { authorization: 'Bearer nobody' }), 401],
    [await post(INITIALIZE, { host: 'evil.example' }), 403],
    [await post(INITIALIZE, { origin: 'https://evil.example' }), 403],
    [await post('{"jsonrpc":'), 400],
    [await post([INITIALIZE, INITIALIZE]), 422],
    [await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }), 422],
    [await post({ hello: 'world' }), 422],
    [await post(INITIALIZE, { 'mcp-session-id': 'made up' }), 404],
    [await post(INITIALIZE, { accept: 'text/plain' }), 406],
    [await send(`${server.url}/mcp`, { method: 'PUT' }), 405],
  ] as const)
    expect(answer.status).toBe(status)
})

test('a session belongs to the token that began it, and ends with DELETE', async () => {
  const begun = await post(INITIALIZE)
  const id = String(begun.headers['mcp-session-id'])
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
  const other = `Bearer ${await keyOf(['speak'])}`
  expect((await post(list, { 'mcp-session-id': id, authorization: other })).status).toBe(404)
  expect((await post(list, { 'mcp-session-id': id })).status).toBe(200)
  const headers = { authorization: `Bearer ${KEY}`, 'mcp-session-id': id }
  expect((await send(`${server.url}/mcp`, { method: 'DELETE', headers })).status).toBe(200)
  expect((await post(list, { 'mcp-session-id': id })).status).toBe(404)
})

test('a token that begins sessions without end loses those that it left', async () => {
  const authorization = `Bearer ${await keyOf(['speak'])}`
  const ids: string[] = []
  for (let count = 0; count <= SESSION_LIMITS.ofToken; count++)
    ids.push(String((await post(INITIALIZE, { authorization })).headers['mcp-session-id']))
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
  const statusOf = async (id = ''): Promise<number> =>
    (await post(list, { authorization, 'mcp-session-id': id })).status
  expect([await statusOf(ids[0]), await statusOf(ids[1]), await statusOf(ids.at(-1))]).toEqual([
    404, 200, 200,
  ])
})
