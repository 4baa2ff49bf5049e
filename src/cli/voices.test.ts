import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { READ, reads, wavOf } from '#server/voices.test-support.ts'

const ENTRY = join(import.meta.dirname, 'index.ts')
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'griot ohùn '))
})
afterAll(() => rm(home, { recursive: true, force: true }))

const start = (...args: readonly string[]) =>
  spawn(process.execPath, [ENTRY, ...args], {
    cwd: home,
    env: { ...process.env, GRIOT_HOME: join(home, 'data'), GRIOT_API_KEY: 'a key' },
  })

async function griot(...args: readonly string[]) {
  const child = start(...args)
  let err = ''
  child.stderr.on('data', (bytes: Buffer) => {
    err += String(bytes)
  })
  const [code] = await once(child, 'close')
  return { code, err }
}

async function addressOf(server: ReturnType<typeof start>): Promise<string> {
  let text = ''
  for await (const piece of server.stdout) {
    text += String(piece)
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
    if (address) return address
  }
  throw new Error(`It ended after: ${text}`)
}

test('say speaks with a voice that was made over HTTP, beside the server and after it, until it is deleted', async () => {
  const server = start('serve', '--port', '0')
  const exit = once(server, 'exit')
  const address = await addressOf(server)
  const headers = { authorization: 'Bearer a key' }
  const form = new FormData()
  for (const [name, value] of Object.entries({ transcript: READ, name: 'Àdá', consent: 'true' }))
    form.append(name, value)
  form.append('audio', new Blob([wavOf(await reads('lucy'))]), 'ohùn.wav')
  const made = await fetch(`${address}/v1/voices`, { method: 'POST', headers, body: form })
  expect(made.status).toBe(201)
  const id = String(Object(await made.json()).voice_id)

  const beside = ['say', 'Good morning.', '--voice', id.toUpperCase(), '--out', 'beside.wav']
  expect(await griot(...beside)).toEqual({ code: 0, err: 'Wrote beside.wav\n' })
  expect((await griot('say', 'Good morning.', '--out', 'lina.wav')).code).toBe(0)
  const sounds = await Promise.all(['beside', 'lina'].map((n) => readFile(join(home, `${n}.wav`))))
  expect(sounds[0]?.equals(sounds[1] ?? Buffer.of())).toBe(false)

  const deleted = await fetch(`${address}/v1/voices/${id}`, { method: 'DELETE', headers })
  expect(deleted.status).toBe(200)
  server.kill('SIGTERM')
  await exit
  const { code, err } = await griot('say', 'Good morning.', '--voice', id, '--out', 'after.wav')
  expect([code, err]).toEqual([1, expect.stringContaining('may have been deleted')])
  expect(await readdir(home)).not.toContain('after.wav')
}, 60_000)

test('a voice that the command line makes and deletes counts at once in a server that runs: its stream ends unfinished', async () => {
  const server = start('serve', '--port', '0')
  const exit = once(server, 'exit')
  const address = await addressOf(server)
  const headers = { authorization: 'Bearer a key', 'content-type': 'application/json' }
  await writeFile(join(home, 'ohùn.wav'), wavOf(await reads('lucy')))
  const words = ['--transcript', READ, '--name', 'Fúnmi', '--consent']
  expect((await griot('voices', 'create', '--audio', 'ohùn.wav', ...words)).code).toBe(0)
  const listed = Object(await (await fetch(`${address}/v1/voices`, { headers })).json()).items
  const { voice_id: voice, name } = listed.at(-1)
  expect([listed.length, name]).toEqual([29, 'Fúnmi'])

  const order = { text: 'A sentence of a long book. '.repeat(700), voice, format: 'pcm_s16le' }
  const options = { method: 'POST', headers, body: JSON.stringify(order) }
  const book = await fetch(`${address}/v1/speech`, options)
  const reader = book.body?.getReader()
  expect([book.status, (await reader?.read())?.done]).toEqual([200, false])
  // The rest is not read yet: the server is in the middle of the book.
  expect(await griot('voices', 'delete', 'fúnmi', '--yes')).toEqual({ code: 0, err: '' })
  const rest = async (): Promise<never> => {
    while (!(await reader?.read())?.done);
    throw new Error('It was spoken to its end.')
  }
  await expect(rest()).rejects.toThrow('terminated')
  expect((await fetch(`${address}/v1/voices/${voice}`, { headers })).status).toBe(404)
  server.kill('SIGTERM')
  await exit
}, 120_000)

test('looking for a custom voice makes no library where there is none', async () => {
  await rm(join(home, 'data'), { recursive: true, force: true })
  const voice = `voice_${'0'.repeat(32)}`
  const { code, err } = await griot('say', 'Good morning.', '--voice', voice, '--out', 'none.pcm')
  expect([code, err]).toEqual([1, expect.stringContaining('no voice')])
  expect(await readdir(home)).not.toContain('data')
})
