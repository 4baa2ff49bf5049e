import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '#shared/script-changes.ts'
import { lockLibrary, lockLibraryHere } from '#storage/db/lock.test-support.ts'
import { libraryOf } from '#storage/home.ts'
import { begin, send, speech, type TestRequest } from './client.test-support.ts'
import { openRealHost, type RealHost } from './real-host.test-support.ts'
import { KEY } from './tone-app.test-support.ts'

let host: RealHost
beforeAll(async () => {
  host = await openRealHost()
  await send(`${host.url}/v1/speech`, speech())
})
afterAll(() => host.close())

const GUEST_TOKEN: TestRequest = {
  method: 'POST',
  headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
  body: '{}',
}
const TEXT = 'Good morning from Lagos. The market opens at six. Bring a bag.'

/** Reads a wav until all of its sound is there, which leaves its manifest. */
async function readSound(pieces: AsyncIterator<Buffer>): Promise<void> {
  const { value: head } = await pieces.next()
  const promised = 44 + head.readUInt32LE(40)
  let came: number = head.length
  while (came < promised) came += (await pieces.next()).value.length
}

test('while another program keeps the library locked others are served, and what is to be written waits', async () => {
  const lock = await lockLibrary(libraryOf(host.home))
  // Neither its audio nor the registry of what was signed is written: it has nothing to wait for.
  const pcm = await send(`${host.url}/v1/speech`, speech({ text: TEXT }))
  expect(pcm.bytes.length).toBeGreaterThan(24_000)
  const asked = [
    send(`${host.url}/v1/speech`, speech({ text: TEXT, format: 'mp3' })),
    send(`${host.url}/v1/guest-tokens`, GUEST_TOKEN),
  ]
  const wav: IncomingMessage = await begin(
    `${host.url}/v1/speech`,
    speech({ text: TEXT, format: 'wav' }),
  )
  const pieces = wav[Symbol.asyncIterator]()
  await readSound(pieces)
  for (let n = 0; n < 5; n++) expect((await send(`${host.url}/health`)).status).toBe(200)
  expect(wav.complete).toBe(false)
  await lock.release()
  const rest = await Array.fromAsync({ [Symbol.asyncIterator]: () => pieces })
  expect(Buffer.concat(rest).length).toBeGreaterThan(1_000)
  const [mp3, guest] = await Promise.all(asked)
  expect([mp3?.status, guest?.status]).toEqual([200, 201])
  for (const { headers } of [wav, mp3 ?? wav]) {
    const record = await send(`${host.url}/v1/provenance/${headers['x-request-id']}`, {
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(record.status).toBe(200)
  }
  expect(host.bugs).toEqual([])
})

test('what two windows change while the library is locked is all there, and settings are as the later one left them', async () => {
  const { handlers } = host.app.connect(() => undefined)
  const { handlers: others } = host.app.connect(() => undefined)
  const { scriptId, script } = await handlers['script.load']({})
  const save = (window: string, change: Change) => ({
    ...{ scriptId, base: 0, window, number: 1 },
    changes: [change],
  })
  const line = { id: 'new', text: 'Àlọ́ o!', voice: 'sade', speed: 1 }
  const lock = lockLibraryHere(libraryOf(host.home))
  const changes: Promise<unknown>[] = [
    handlers['script.save'](save('one', { kind: 'title', title: 'Ìtàn' })),
    handlers['account.change']({ keepAudio: true }),
    handlers['voices.setFavourite']({ id: 'sade', isFavourite: true }),
  ]
  await send(`${host.url}/health`)
  changes.push(handlers['account.change']({ keepAudio: false }))
  lock.release()
  // Nobody goes before those that wait.
  changes.push(others['script.save'](save('two', { kind: 'insert', lines: [line] })))
  changes.push(handlers['voices.setFavourite']({ id: 'sade', isFavourite: false }))
  await Promise.all(changes)
  expect((await handlers['script.load']({})).script).toEqual({
    title: 'Ìtàn',
    lines: [line, ...script.lines],
  })
  expect(await handlers['account.settings']({})).toEqual({ keepAudio: false })
  expect(await handlers['voices.favourites']({})).toEqual([])
})

test('where it stays locked the answer says so, and when to ask again', async () => {
  const lock = await lockLibrary(libraryOf(host.home))
  const answer = await send(`${host.url}/v1/guest-tokens`, GUEST_TOKEN)
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBe('1')
  expect(answer.detail).toMatch(/library\.db locked\. Close other copies of Griot/)
  expect(answer.detail).not.toContain(host.home)
  await lock.release()
  expect((await send(`${host.url}/v1/guest-tokens`, GUEST_TOKEN)).status).toBe(201)
  expect(host.bugs).toEqual([])
})

test('the program ends while the library is locked, and whoever waits is told why nothing was written', async () => {
  const other = await openRealHost()
  const { handlers } = other.app.connect(() => undefined)
  await lockLibrary(libraryOf(other.home))
  const bytes = (async function* () {
    yield Buffer.from('Ẹ káàárọ̀')
  })()
  const file = { originalName: 'ohùn.wav', uploadedBy: undefined, bytes }
  const told = Promise.allSettled([
    handlers['script.save']({
      ...{
        scriptId: (await handlers['script.load']({})).scriptId,
        base: 0,
        window: 'one',
        number: 1,
      },
      changes: [{ kind: 'title', title: 'Ìtàn' }],
    }),
    other.app.files.add('owner', file, new AbortController().signal),
  ])
  await other.close()
  const [script, stored] = await told
  // A script is saved in the folder of its project, which nobody has locked.
  expect(script).toMatchObject({ status: 'fulfilled', value: { outcome: 'kept' } })
  expect(stored).toMatchObject({ status: 'rejected', reason: { code: 'storage/busy' } })
  expect(other.bugs).toEqual([])
})
