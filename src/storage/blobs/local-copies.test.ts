import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { hashOf } from './blobs.test-support.ts'
import { createLocalCopies } from './local-copies.ts'
import { openFaultyS3, refuse } from './s3-server.test-support.ts'

const root = folderForTests('griot ẹ̀dà')
const one = randomBytes(100_000)

/** A bucket in which every key has the same bytes, but for one that holds others than were put. */
const open = () =>
  openFaultyS3(({ method, url }, response) => {
    if (url.includes('missing')) return refuse(response, 404, 'NoSuchKey')
    const bytes = url.includes('other') ? Buffer.from(url) : one
    response.writeHead(200, {
      'content-length': bytes.length,
      etag: '"one"',
      'x-amz-meta-sha256': url.includes('damaged') ? '0'.repeat(64) : hashOf(bytes),
    })
    response.end(method === 'HEAD' ? undefined : bytes)
  })

test('what is asked for again, or by many at once, is fetched once', async () => {
  const { blobs, requests } = await open()
  const copies = createLocalCopies({ blobs, folder: join(root, 'once') })
  const paths = await Promise.all(Array.from({ length: 5 }, () => copies.pathOf('a')))
  expect(new Set([...paths, await copies.pathOf('b')])).toHaveLength(1)
  expect(readFileSync(String(paths[0])).equals(one)).toBe(true)
  expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(1)
})

test('copies that were asked for the longest time ago make room for others, and all go when nobody asks', async () => {
  const { blobs } = await open()
  const folder = join(root, 'room')
  const copies = createLocalCopies({ blobs, folder, maxBytes: 100_100 })
  const old = await copies.pathOf('a')
  const now = new Date()
  utimesSync(old, now, new Date(now.getTime() - 120_000))
  // Whoever was just given one gets to open it.
  const others = [await copies.pathOf('other-1'), await copies.pathOf('other-2')]
  expect(existsSync(old)).toBe(true)
  utimesSync(old, now, new Date(now.getTime() - 120_000))
  await copies.pathOf(`other-${'3'.repeat(150)}`)
  expect(existsSync(old)).toBe(false)
  expect(others.every(existsSync)).toBe(true)
  await copies.purge(new Date(now.getTime() + 59 * 60_000))
  expect(readdirSync(folder)).toHaveLength(3)
  await copies.purge(new Date(now.getTime() + 61 * 60_000))
  expect(readdirSync(folder)).toEqual([])
})

test('of what is missing or damaged there is no copy', async () => {
  const { blobs } = await open()
  const folder = join(root, 'damaged')
  const copies = createLocalCopies({ blobs, folder })
  await expect(copies.pathOf('missing')).rejects.toMatchObject({ code: 'file/not-found' })
  await expect(copies.pathOf('damaged')).rejects.toMatchObject({ code: 'storage/failed' })
  expect(readdirSync(folder)).toEqual([])
})
