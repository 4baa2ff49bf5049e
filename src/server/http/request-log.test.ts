import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  begin,
  messageOf,
  open,
  send,
  signIn,
  speech,
  tokenOf,
  until,
} from '#server/client.test-support.ts'
import type { Server, ServerOptions } from '#server/server.ts'
import { KEY, openToneApp } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import type { LogLevel, RequestEntry } from './request-log.ts'
import { openLogFile } from './request-log-file.ts'

const tone = openToneApp()
const studioDir = join(tone.folder, 'studio')
mkdirSync(studioDir)
writeFileSync(join(studioDir, 'index.html'), '<!doctype html><title>Griot</title>')
const home = folderForTests('griot ìwé ìròyìn')
afterAll(tone.close)

let folders = 0
const freshFolder = (): string => join(home, `${++folders}`, 'logs')
const start = (
  folder: string,
  level: LogLevel = 'info',
  limits: ServerOptions['limits'] = {},
): Promise<Server> => serveTone(tone, { limits, studioDir, requestLog: { folder, level } })
const textOf = (folder: string): string => readFileSync(join(folder, 'requests.log'), 'utf8')
const entriesOf = (folder: string): RequestEntry[] =>
  textOf(folder)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a request is one line that says when, what, how it ended, how long it took and whose token it was', async () => {
  const folder = freshFolder()
  const server = await start(folder)
  const { token } = await tone.app.access.keys.create({
    ...{ name: 'Rédíò "Ìròyìn"', account: 'owner', scopes: ['speak'] },
  })
  const answer = await send(
    `${server.url}/v1/speech?language=yo`,
    speech({}, { authorization: `Bearer ${token}` }),
  )
  await server.close()
  const [entry, ...more] = entriesOf(folder)
  expect(more).toEqual([])
  expect(entry).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    level: 'info',
    method: 'POST',
    path: '/v1/speech',
    status: 200,
    duration_ms: expect.any(Number),
    request_id: answer.headers['x-request-id'],
    token: 'Rédíò "Ìròyìn"',
  })
})

test('neither text, token, header, query nor anything by which a path lets somebody in is written', async () => {
  const folder = freshFolder()
  const server = await start(folder, 'debug')
  const guest = (await tone.app.access.guests.create('owner', 60)).token
  const secretText = 'Báyọ̀ fẹ́ràn Adé'
  await send(`${server.url}/v1/speech`, speech({ text: secretText }, { 'x-note': 'a header' }))
  await send(`${server.url}/v1/speech`, speech({}, { authorization: `Bearer ${guest}` }))
  await send(`${server.url}/v1/speech`, speech({}, { authorization: 'Bearer a wrong secret' }))
  const playlist = await send(`${server.url}/v1/speech`, speech({ format: 'm3u8' }))
  const place = String(playlist.headers['content-location'])
  const id = place.split('/').at(-2) ?? ''
  await send(place)
  await send(place, { method: 'DELETE' })
  await send(place.replace('index.m3u8', '0.aac'))
  await send(`${place}/more`)
  const link = server.studioLink().url
  await send(link.replace(/#.*/, ''))
  const page = await signIn(server, { link: tokenOf(link) })
  const { authorization } = await page.headers()
  await send(`${server.url}/studio/session`, { headers: { authorization } })
  await send(`${server.url}/studio/exports/${id}`)
  await send(`${server.url}/v1/files/%e0%a4%a`)
  await send(`${server.url}/v1/nothing/here?key=${guest}`)
  await server.close()
  const text = textOf(folder)
  const session = authorization.replace('Bearer ', '')
  const secrets = [secretText, guest, KEY, 'wrong secret', 'a header', id, tokenOf(link), session]
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(id.length).toBeGreaterThan(20)
  expect(
    entriesOf(folder).map(({ method, path, status }) => `${method} ${path} ${status}`),
  ).toEqual([
    'POST /v1/speech 200',
    'POST /v1/speech 200',
    'POST /v1/speech 401',
    'POST /v1/speech 200',
    'GET /v1/hls/***/index.m3u8 200',
    'DELETE /v1/hls/***/index.m3u8 405',
    'GET /v1/hls/***/*** 200',
    'GET /v1/hls/***/index.m3u8/more 404',
    'GET / 200',
    'POST /studio/sign-in 200',
    'POST /studio/prove 200',
    'GET /studio/session 204',
    expect.stringMatching(/^GET \/studio\/exports\/\*\*\* 40[14]$/),
    expect.stringMatching(/^GET \S+ 400$/),
    'GET /v1/nothing/here 404',
  ])
  expect(entriesOf(folder).every(({ address }) => address === '127.0.0.1')).toBe(true)
})

test.each([
  ['silent', []],
  ['error', [503]],
  ['warn', [404, 503]],
  ['info', [200, 404, 503]],
  ['debug', [200, 404, 503]],
] as const)('with the level %s, the statuses %j are written', async (level, statuses) => {
  const folder = freshFolder()
  const server = await start(folder, level)
  await send(`${server.url}/health`)
  await send(`${server.url}/v1/nothing`)
  tone.health = { state: 'starting', step: 'Loading.' }
  await send(`${server.url}/health`)
  tone.health = { state: 'ready', step: 'Ready.' }
  await server.close()
  if (level === 'silent') expect(existsSync(folder)).toBe(false)
  else expect(entriesOf(folder).map(({ status }) => status)).toEqual(statuses)
})

test('a caller that goes away half-way is written too, and so is a window’s connection', async () => {
  const folder = freshFolder()
  const server = await start(folder)
  const long = await begin(`${server.url}/v1/speech`, speech({ text: 'so '.repeat(4_000) }))
  long.destroy()
  await until(() => tone.work.running === 0)
  const rest = Promise.withResolvers<void>()
  tone.hold = rest.promise
  const early = await open(server.url)
  early.write(messageOf('/v1/speech', speech()))
  await until(() => tone.work.running === 1)
  early.destroy()
  await until(() => tone.work.running === 0)
  rest.resolve()
  const headers = await (await signIn(server)).headers()
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/studio/socket`, { headers })
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  socket.close()
  await new Promise((resolve) => socket.addEventListener('close', resolve))
  await server.close()
  expect(entriesOf(folder)).toEqual([
    expect.objectContaining({ path: '/v1/speech', level: 'warn', status: 200, cut: true }),
    expect.objectContaining({ path: '/v1/speech', level: 'warn', status: 499, cut: true }),
    expect.objectContaining({ path: '/studio/sign-in', status: 200 }),
    expect.objectContaining({ path: '/studio/prove', status: 200 }),
    expect.objectContaining({ path: '/studio/socket', level: 'info', status: 101 }),
  ])
})

test('of a request that names a whole address, with a password, only the path is written', async () => {
  const folder = freshFolder()
  const server = await start(folder)
  for (const path of ['/health', '/v1/voices?key=hidden', '/nothing']) {
    const socket = await open(server.url)
    socket.resume()
    socket.write(
      `GET http://ada:hidden@localhost${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
    await new Promise((resolve) => socket.once('close', resolve))
  }
  await server.close()
  expect(textOf(folder)).not.toMatch(/hidden|ada/)
  expect(entriesOf(folder).map(({ path }) => path)).toEqual(['/health', '/v1/voices', '/nothing'])
})

test('a body that came too slowly is written as what it was answered with, and a refused handshake with its address', async () => {
  const folder = freshFolder()
  const server = await start(folder, 'debug', { bodyTimeoutMs: 1_000 })
  for (const lines of [
    [
      'POST /v1/speech',
      `Authorization: Bearer ${KEY}`,
      'Content-Type: application/json',
      'Content-Length: 9',
    ],
    ['GET /v1/speech/stream', 'Connection: Upgrade', 'Upgrade: websocket'],
  ]) {
    const [first, ...more] = lines
    const socket = await open(server.url)
    socket.write([`${first} HTTP/1.1`, 'Host: localhost', ...more, '', ''].join('\r\n'))
    socket.resume()
    if (first?.startsWith('GET')) socket.end()
    await new Promise((resolve) => socket.once('close', resolve))
  }
  await server.close()
  expect(entriesOf(folder).map(({ status, address }) => [status, address])).toEqual([
    [408, '127.0.0.1'],
    [401, '127.0.0.1'],
  ])
})

const entry = (path: string): RequestEntry => ({
  ...{ time: '2026-05-01T12:00:00.000Z', level: 'info', method: 'GET', path },
  ...{ status: 200, duration_ms: 1, request_id: '7a1d9f4e-0000-4000-8000-000000000000' },
})

test('a full log begins anew, the last four are kept, nothing is lost between them, and only their owner may read them', async () => {
  const folder = freshFolder()
  const bugs: unknown[] = []
  const log = openLogFile({ folder, nowMs: () => 0, onBug: (e) => bugs.push(e), fullBytes: 4_000 })
  for (let i = 0; i < 95; i++) log.write(entry(`/v1/files/ìwé-${i}`))
  await log.close()
  const names = readdirSync(folder).sort()
  expect(names).toEqual(['requests.log', ...[1, 2, 3, 4].map((n) => `requests.log.${n}`)])
  const kept = ['.4', '.3', '.2', '.1', ''].flatMap((end) =>
    readFileSync(join(folder, `requests.log${end}`), 'utf8')
      .trimEnd()
      .split('\n'),
  )
  const numbers = kept.map((line) => Number(/ìwé-(\d+)/.exec(line)?.[1]))
  expect(numbers.at(-1)).toBe(94)
  expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i))
  if (process.platform !== 'win32') {
    for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  }
  expect(bugs).toEqual([])
})

test('a restart goes on in the same file', async () => {
  const folder = freshFolder()
  for (const path of ['/one', '/two']) {
    const log = openLogFile({ folder, nowMs: () => 0, onBug: () => undefined })
    log.write(entry(path))
    await log.close()
    log.write(entry('/late'))
  }
  expect(entriesOf(folder).map(({ path }) => path)).toEqual(['/one', '/two'])
})

test('a folder that cannot be written costs the log and no request, is told once, and is tried again later', async () => {
  const folder = freshFolder()
  mkdirSync(join(folder, '..'))
  writeFileSync(folder, 'a file where the folder should be')
  const server = await start(folder)
  for (let i = 0; i < 5; i++) expect((await send(`${server.url}/health`)).status).toBe(200)
  await server.close()
  expect(tone.bugs.filter(({ requestId }) => requestId === 'log')).toHaveLength(1)

  let now = 0
  const bugs: unknown[] = []
  const log = openLogFile({ folder, nowMs: () => now, onBug: (error) => bugs.push(error) })
  log.write(entry('/one'))
  expect(bugs).toHaveLength(1)
  rmSync(folder)
  log.write(entry('/two'))
  now = 60_000
  log.write(entry('/three'))
  await log.close()
  expect(entriesOf(folder).map(({ path }) => path)).toEqual(['/three'])
})

test.runIf(existsSync('/dev/full'))('a full disk is survived', async () => {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  const { symlinkSync } = await import('node:fs')
  symlinkSync('/dev/full', join(folder, 'requests.log'))
  const bugs: unknown[] = []
  const log = openLogFile({ folder, nowMs: () => 0, onBug: (error) => bugs.push(error) })
  log.write(entry('/one'))
  await until(() => bugs.length > 0)
  log.write(entry('/two'))
  await log.close()
  expect(bugs).toHaveLength(1)
})
