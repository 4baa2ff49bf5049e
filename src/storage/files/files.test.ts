import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { pieces, QUOTA, storeForTests, tap } from './files.test-support.ts'

const store = storeForTests()

test('a file is stored whole, with its size, hash and name in any script', async () => {
  const sound = Buffer.concat([Buffer.from('RIFF....WAVE'), randomBytes(300_000)])
  const stored = await store.add('owner', 'Ohùn Ìyá àgbà – የአያቴ ድምፅ.wav', pieces(sound))
  expect(stored).toMatchObject({
    account: 'owner',
    originalName: 'Ohùn Ìyá àgbà – የአያቴ ድምፅ.wav',
    uploadedBy: 'laptop',
    createdAt: '2025-03-01T08:00:00.000Z',
    content: { sizeBytes: sound.length, mediaType: 'audio/wav' },
  })
  expect(stored.content?.sha256).toEqual(createHash('sha256').update(sound).digest())
  const { path } = await store.files.follow(await store.files.link('owner', stored.id, 60))
  expect(readFileSync(String(path)).equals(sound)).toBe(true)
  expect(store.onDisk()).toEqual([stored.id])
})

test('others see a file while it arrives, and nobody can delete or link to it yet', async () => {
  const { bytes, send } = tap()
  const work = store.add('owner', 'orin.mp3', bytes)
  await send(Buffer.from('half'))
  const [seen] = (await store.files.list('owner', { limit: 10, status: 'uploading' })).files
  expect(seen).toMatchObject({ originalName: 'orin.mp3', content: undefined })
  const id = String(seen?.id)
  await expect(store.files.remove('owner', id)).rejects.toMatchObject({ code: 'file/unfinished' })
  await expect(store.files.link('owner', id, 60)).rejects.toThrow('still being uploaded')
  expect(await store.files.usage('owner')).toEqual({ total: QUOTA, used: 0, count: 0 })
  await send()
  expect((await work).id).toBe(id)
  expect((await store.files.list('owner', { limit: 10, status: 'uploading' })).files).toEqual([])
  expect((await store.files.list('owner', { limit: 10, status: 'ready' })).files).toHaveLength(1)
})

test('nothing is left of an upload that breaks off, is cancelled, or is cut off by the end of the program', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half')
    throw new AppError('request/unreadable', 'The form ended before it was complete.')
  }
  await expect(store.add('owner', 'a', broken())).rejects.toMatchObject({
    code: 'request/unreadable',
  })

  const cancelled = new AbortController()
  const slow = tap()
  const order = { originalName: 'b', uploadedBy: undefined, bytes: slow.bytes }
  const work = store.files.add('owner', order, cancelled.signal)
  await slow.send(Buffer.from('half'))
  cancelled.abort(new AppError('speech/cancelled', 'Stopped.'))
  await expect(work).rejects.toThrow('Stopped.')

  const last = tap()
  const cut = store.add('owner', 'c', last.bytes)
  const failed = expect(cut).rejects.toThrow('shutting down')
  await last.send(Buffer.from('half'))
  await store.files.close()
  await failed
  expect(store.onDisk()).toEqual([])
  expect((await store.files.list('owner', { limit: 10 })).files).toEqual([])
})

test('a file of another account is as unknown as one that never was', async () => {
  const { id } = await store.add('owner', 'a')
  await expect(store.files.get('somebody', id)).rejects.toThrow('no such file')
  await expect(store.files.link('somebody', id, 60)).rejects.toThrow('no such file')
  await expect(store.files.remove('somebody', id)).rejects.toMatchObject({ code: 'file/not-found' })
  await expect(store.files.get('owner', '../library.db')).rejects.toThrow('no such file')
  expect((await store.files.get('owner', id)).id).toBe(id)
})

test('the id of a file is the same in capital letters', async () => {
  const { id } = await store.add('owner', 'a')
  expect((await store.files.get('owner', id.toUpperCase())).id).toBe(id)
  expect((await store.files.link('owner', id.toUpperCase(), 60)).fileId).toBe(id)
  await store.files.remove('owner', id.toUpperCase())
  expect(store.onDisk()).toEqual([])
})

test('a file that the disk does not let go is an error in words', async () => {
  const { id } = await store.add('owner', 'a')
  const [folder] = readdirSync(join(store.home, 'files'))
  rmSync(join(store.home, 'files', String(folder)), { recursive: true })
  writeFileSync(join(store.home, 'files', String(folder)), 'in the way')
  await expect(store.files.remove('owner', id)).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining('deleted'),
  })
})

test('a disk that takes nothing is an error in words, and leaves no row', async () => {
  writeFileSync(join(store.home, 'files'), 'a file where the folder should be')
  await expect(store.add('owner', 'a')).rejects.toMatchObject({ code: 'storage/failed' })
  expect((await store.files.list('owner', { limit: 10 })).files).toEqual([])
})
