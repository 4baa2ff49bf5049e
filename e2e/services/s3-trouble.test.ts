import { afterAll, expect, test } from 'vitest'
import type { Blobs } from '#storage/blobs/blobs.ts'
import { createS3Blobs } from '#storage/blobs/s3.ts'
import { type SwiftCredentials, startSwift } from '#testing/services/swift.test-support.ts'

const swift = await startSwift()
afterAll(swift.stop)
await swift.setBucket('griot', { readers: true })

const open = (
  bucket: string,
  { accessKeyId, secretAccessKey }: SwiftCredentials,
  region = swift.region,
): Blobs =>
  createS3Blobs(`s3://${bucket}?endpoint=${swift.endpoint}&region=${region}`, {
    env: { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
  })
const host = new URL(swift.endpoint).host
const bytes = Buffer.from('Ẹ káàárọ̀')
const small = { bytes, type: 'text/plain' }

test('a store that can be used has nothing to say', async () => {
  await open('griot', swift.owner).check()
})

test.each<[string, Blobs, string, string?]>([
  ['no bucket', open('nothing', swift.owner), `There is no bucket "nothing" at ${host}`],
  [
    'a wrong secret',
    open('griot', { ...swift.owner, secretAccessKey: 'wrong' }),
    `${host} refuses the credentials (SignatureDoesNotMatch)`,
  ],
  [
    'nobody of that name',
    open('griot', { ...swift.owner, accessKeyId: 'griot:nobody' }),
    `${host} refuses the credentials (SignatureDoesNotMatch)`,
  ],
  [
    'a wrong region',
    open('griot', swift.owner, 'eu-west-1'),
    'is not in the region "eu-west-1" (AuthorizationHeaderMalformed)',
  ],
  [
    'a bucket that may only be read',
    open('griot', swift.reader),
    'is read-only',
    'storage/read-only',
  ],
])(
  '%s is told in one line, at the start and at work',
  async (_, blobs, words, code = 'storage/failed') => {
    const refused = { code, message: expect.stringContaining(words) }
    await expect(blobs.check()).rejects.toMatchObject(refused)
    await expect(blobs.put('a', small)).rejects.toMatchObject(refused)
    const large = { bytes: Buffer.alloc(20_000_000), type: 'audio/wav' }
    await expect(blobs.put('a', large)).rejects.toMatchObject(refused)
    await expect(blobs.check()).rejects.toThrow(/^[^\n]+$/)
  },
)

test('a bucket that may only be read is read', async () => {
  await open('griot', swift.owner).put('ìwé/a', small)
  const blobs = open('griot', swift.reader)
  expect(await blobs.head('ìwé/a')).toMatchObject({ sizeBytes: bytes.length })
  for await (const { key } of blobs.list('ìwé/')) expect(key).toBe('ìwé/a')
  await expect(blobs.remove('ìwé/a')).rejects.toThrow('is read-only')
  await expect(blobs.removeAll('ìwé/')).rejects.toThrow('is read-only')
})

test('a full bucket takes nothing more, keeps what it has, and takes more once there is room', async () => {
  await swift.setBucket('full', { quotaBytes: 100 })
  const blobs = open('full', swift.owner)
  const full = { code: 'storage/full', message: expect.stringContaining('"full" at') }
  await blobs.put('a', small)
  const more = { bytes: Buffer.alloc(200), type: 'audio/wav' }
  await expect(blobs.put('a', more)).rejects.toMatchObject(full)
  expect(await blobs.head('a')).toMatchObject({ sizeBytes: bytes.length })
  await swift.setBucket('full', { quotaBytes: 1_000_000 })
  await expect.poll(() => blobs.put('a', more).then(() => 'stored', String)).toBe('stored')
})

test('a server that is gone is told in one line', async () => {
  const other = await startSwift()
  await other.setBucket('griot')
  const address = `s3://griot?endpoint=${other.endpoint}`
  const { accessKeyId, secretAccessKey } = other.owner
  const env = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }
  const blobs = createS3Blobs(address, { env })
  await blobs.put('a', small)
  await other.stop()
  await expect(blobs.get('a')).rejects.toMatchObject({
    code: 'storage/busy',
    message: expect.stringMatching(/^Nothing answers at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/),
  })
})
