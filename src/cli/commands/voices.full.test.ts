import { readdir, readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningGriot, runGriotHere, startGriot } from '#cli/griot.test-support.ts'
import { postVoice, READ, reads, wavOf } from '#server/voices.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const KEY = 'a key'
const folder = folderForTests('griot ohùn ድምፅ')
const griot = (...args: readonly string[]) => runGriotHere(folder, args)
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
let recording: Uint8Array
let server: RunningGriot
let address: string

const before = process.cwd()
afterAll(() => process.chdir(before))
beforeAll(async () => {
  process.chdir(folder)
  recording = wavOf(await reads('lucy'))
  await writeFile('ohùn.wav', recording)
  server = startGriot(folder, ['serve', '--port', '0'], { GRIOT_API_KEY: KEY })
  address = await server.address()
})
afterAll(() => server.end())

test('say speaks with a voice that was made over HTTP, beside the server, until it is deleted there', async () => {
  const { status, id } = await postVoice(address, KEY, recording)
  expect(status).toBe(201)
  const say = (voice: string, out: string) => griot('say', 'Good day.', '--voice', voice, '-o', out)
  const beside = await say(id.toUpperCase(), 'beside.wav')
  expect([beside.code, beside.out, beside.err]).toEqual([0, '', 'Wrote beside.wav\n'])
  expect((await say('lina', 'lina.wav')).code).toBe(0)
  expect((await readFile('beside.wav')).equals(await readFile('lina.wav'))).toBe(false)

  const deleted = await fetch(`${address}/v1/voices/${id}`, { method: 'DELETE', headers })
  expect(deleted.status).toBe(200)
  const { code, err } = await say(id, 'after.wav')
  expect([code, err]).toEqual([1, expect.stringContaining('may have been deleted')])
  expect(await readdir(folder)).not.toContain('after.wav')
})

test('a voice that the command line makes and deletes counts at once in a server that runs: its stream ends unfinished', async () => {
  const words = ['--transcript', READ, '--name', 'Fúnmi', '--consent']
  const made = await griot('voices', 'create', '--audio', 'ohùn.wav', ...words)
  expect(made.code).toBe(0)
  const listed = Object(await (await fetch(`${address}/v1/voices`, { headers })).json()).items
  const { voice_id: voice, name } = listed.at(-1)
  expect([listed.length, name]).toEqual([29, 'Fúnmi'])

  const order = { text: 'A sentence of a long book. '.repeat(700), voice, format: 'pcm_s16le' }
  const options = { method: 'POST', headers, body: JSON.stringify(order) }
  const book = await fetch(`${address}/v1/speech`, options)
  const reader = book.body?.getReader()
  expect([book.status, (await reader?.read())?.done]).toEqual([200, false])
  // The rest is not read yet: the server is in the middle of the book.
  const gone = await griot('voices', 'delete', 'fúnmi', '--yes')
  expect([gone.code, gone.out, gone.err]).toEqual([0, `Deleted “Fúnmi” (${voice}).\n`, ''])
  const rest = async (): Promise<never> => {
    while (!(await reader?.read())?.done);
    throw new Error('It was spoken to its end.')
  }
  await expect(rest()).rejects.toThrow('terminated')
  expect((await fetch(`${address}/v1/voices/${voice}`, { headers })).status).toBe(404)
})
