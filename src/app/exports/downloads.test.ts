import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createDownloads } from './downloads.ts'

const root = folderForTests('griot ìgbàsílẹ̀')
const never = new AbortController().signal
let count = 0

function made(name: string): string {
  const folder = join(root, `${++count}`)
  mkdirSync(folder)
  const path = join(folder, name)
  writeFileSync(path, 'ohùn')
  return path
}

test('a file that is kept goes after an hour, and one that is offered stays where it is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  try {
    const downloads = createDownloads()
    const [kept, offered] = [made('Ìtàn.mp3'), made('Orin.mp3')]
    const addresses = [await downloads.keep(kept), await downloads.offer(offered)]
    expect(addresses[0]).toMatch(/^\/studio\/exports\/[\w-]{43}$/)
    const ids = addresses.map((address) => basename(address))
    expect(await downloads.find(String(ids[0]))).toEqual({ path: kept, fileName: 'Ìtàn.mp3' })
    expect(downloads.pathAt(String(addresses[1]))).toBe(offered)
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    await vi.waitFor(() => expect(existsSync(kept)).toBe(false))
    expect(existsSync(offered)).toBe(true)
    for (const id of ids) expect(await downloads.find(id)).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('with a store, a browser may fetch a file from another server for the hour', async () => {
  const store = join(root, 'store')
  const open = () => createDownloads(createFolderBlobs(store))
  const [maker, other] = [open(), open()]
  const id = basename(await maker.keep(made('Ẹ kú: "ilé".zip')))
  const found = await other.find(id)
  if (!found || found.path !== undefined) throw new Error('It is not elsewhere.')
  expect([found.fileName, found.served.sizeBytes]).toEqual(['Ẹ kú: "ilé".zip', 5])
  const { bytes } = await found.served.open(undefined, never)
  expect(String(await buffer(bytes))).toBe('ohùn')
  for (const wrong of ['..', 'x'.repeat(43)]) expect(await other.find(wrong)).toBeUndefined()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
  try {
    expect(await other.find(id)).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('a file that the store cannot take is told of', async () => {
  const inTheWay = made('in the way')
  const downloads = createDownloads(createFolderBlobs(inTheWay))
  await expect(downloads.keep(made('a.mp3'))).rejects.toMatchObject({ code: 'storage/failed' })
})
