import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openBlobs } from './open-blobs.ts'

const root = folderForTests('griot ìpamọ́')

test('the path of a folder is a store, and so is the address of a bucket', async () => {
  const folder = await openBlobs(join(root, 'ohùn'), {})
  await folder.put('a', { bytes: Buffer.from('a'), type: 'text/plain' })
  expect(folder.pathOf('a')).toBe(join(root, 'ohùn', 'a'))
  const bucket = await openBlobs('s3://KEY:secret@griot?endpoint=http://127.0.0.1:1', {})
  expect(await bucket.link('a', { ttlSeconds: 60 })).toMatch(/^http:\/\/127\.0\.0\.1:1\/griot\/a\?/)
  await expect(openBlobs('gs://griot', {})).rejects.toMatchObject({
    code: 'settings/invalid',
    message: expect.stringContaining('begins with gs://'),
  })
  await expect(openBlobs('s3://', {})).rejects.toMatchObject({ code: 'settings/invalid' })
})
