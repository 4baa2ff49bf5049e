import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { read } from './blobs.test-support.ts'
import { createS3Blobs } from './s3.ts'
import { openFaultyS3, refuse, type S3Request } from './s3-server.test-support.ts'

const bytes = randomBytes(300_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const blob = { bytes, type: 'audio/flac' }
/** Long enough for a request to arrive, however busy this computer is. */
const SILENT_MS = 1_500

/** Answers as a server that has the file; `send` gets the bytes that were asked for. */
function have(
  { headers }: S3Request,
  response: ServerResponse,
  send: (part: Buffer) => void = (part) => response.end(part),
): void {
  const [, from] = /^bytes=(\d+)-/.exec(String(headers['range'])) ?? []
  const part = bytes.subarray(Number(from ?? 0))
  const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': 'audio/flac',
    'content-length': part.length,
    etag: '"one"',
    'last-modified': 'Thu, 26 Nov 2026 08:00:00 GMT',
    'x-amz-meta-sha256': sha256,
    ...(from === undefined ? {} : { 'content-range': range }),
  })
  send(part)
}

// At once: nearly all of their time is pauses between two tries.
test.concurrent('what a server refuses twice because it is busy is done at the third try', async () => {
  const { blobs, requests } = await openFaultyS3((request, response, count) => {
    if (count % 3 !== 0) return refuse(response, 503, 'SlowDown')
    if (request.method === 'GET') return have(request, response)
    response.writeHead(200, { etag: '"one"' }).end()
  })
  expect(await blobs.put('a', blob)).toMatchObject({ sha256 })
  expect(requests).toHaveLength(3)
  expect(requests.map(({ body }) => body.equals(bytes))).toEqual([true, true, true])
  expect((await read(await blobs.get('a'))).equals(bytes)).toBe(true)
  expect(requests).toHaveLength(6)
})

test.concurrent('a file is sent with its SHA-256, its type and its length', async () => {
  const { blobs, requests } = await openFaultyS3((_, response) => {
    response.writeHead(200, { etag: '"one"' }).end()
  })
  await blobs.put('ohùn/a b.flac', blob)
  expect(requests[0]).toMatchObject({
    method: 'PUT',
    url: '/griot/oh%C3%B9n/a%20b.flac?x-id=PutObject',
    headers: {
      'content-type': 'audio/flac',
      'content-length': '300000',
      'x-amz-meta-sha256': sha256,
      'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
      'x-amz-content-sha256': sha256,
    },
  })
})

test.concurrent('a server that knows no checksums gets the file without them', async () => {
  const { blobs, requests } = await openFaultyS3(({ headers }, response) => {
    if (headers['x-amz-checksum-sha256']) refuse(response, 501, 'NotImplemented')
    else response.writeHead(200, { etag: '"one"' }).end()
  })
  await blobs.put('a', blob)
  await blobs.put('b', blob)
  expect(requests.map(({ headers }) => 'x-amz-checksum-sha256' in headers)).toEqual([
    ...[true, false, false],
  ])
})

test.concurrent.each([
  ['always busy', (_: S3Request, response: ServerResponse) => refuse(response, 503, 'SlowDown')],
  ['failing', (_: S3Request, response: ServerResponse) => refuse(response, 500, 'InternalError')],
  ['never answering', () => undefined],
  ['hanging up', (_: S3Request, response: ServerResponse) => response.destroy()],
])('a server that is %s is asked four times, and then told of in one line', async (_, answer) => {
  const { blobs, requests } = await openFaultyS3(answer, { silentMs: SILENT_MS })
  const busy = {
    code: 'storage/busy',
    message: expect.stringMatching(
      /^The S3 storage 127\.0\.0\.1:\d+ is overloaded or too slow \(\w+\); 4 tries failed\./,
    ),
  }
  const works = [blobs.put('a', blob), blobs.get('a'), blobs.check()]
  await Promise.all(works.map((work) => expect(work).rejects.toMatchObject(busy)))
  expect(requests).toHaveLength(4 * works.length)
})

test.concurrent('an answer that breaks off or stands still is read on from there', async () => {
  const { blobs, requests } = await openFaultyS3(
    (request, response, count) =>
      have(request, response, (part) => {
        if (count === 1) response.write(part.subarray(0, 100_000), () => response.destroy())
        else if (count === 2) response.write(part.subarray(0, 50_000))
        else response.end(part)
      }),
    { silentMs: SILENT_MS },
  )
  const content = await blobs.get('a')
  expect((await read(content)).equals(bytes)).toBe(true)
  expect(content?.facts).toEqual({
    ...{ key: 'a', sizeBytes: 300_000, sha256, type: 'audio/flac' },
    modified: new Date('2026-11-26T08:00:00Z'),
  })
  const [, second, third] = requests
  expect(second?.headers).toMatchObject({ 'if-match': '"one"', range: /^bytes=\d+-299999$/ })
  const from = ({ headers }: Pick<S3Request, 'headers'> = { headers: {} }): number =>
    Number(/\d+/.exec(String(headers['range']))?.[0])
  expect(from(second)).toBeLessThanOrEqual(100_000)
  expect(from(third)).toBeGreaterThan(from(second))
  expect(requests).toHaveLength(3)
})

test.concurrent('an answer that breaks off again and again is an error, not a short file', async () => {
  const { blobs, requests } = await openFaultyS3((request, response) =>
    have(request, response, (part) => {
      response.write(part.subarray(0, 10_000), () => response.destroy())
    }),
  )
  await expect(read(await blobs.get('a'))).rejects.toMatchObject({ code: 'storage/busy' })
  expect(requests).toHaveLength(4)
})

test.concurrent('a file that is replaced while it is read is an error, not a mixture', async () => {
  const { blobs } = await openFaultyS3((request, response) => {
    if (request.headers['if-match']) return refuse(response, 412, 'PreconditionFailed')
    have(request, response, (part) => {
      response.write(part.subarray(0, 10_000), () => response.destroy())
    })
  })
  await expect(read(await blobs.get('a'))).rejects.toMatchObject({
    code: 'storage/busy',
    message: expect.stringContaining('was replaced while it was being read'),
  })
})

test.concurrent('a file that comes with other bytes than were stored is an error at its end', async () => {
  const { blobs } = await openFaultyS3((request, response) =>
    have(request, response, (part) => response.end(Buffer.alloc(part.length))),
  )
  await expect(read(await blobs.get('a'))).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining('"a" is damaged'),
  })
})

test.concurrent.each([
  [507, 'InsufficientStorage', 'storage/full', 'is full'],
  [403, 'QuotaExceeded', 'storage/full', 'is full'],
  [400, 'XMinioStorageFull', 'storage/full', 'is full'],
  [403, 'AccessDenied', 'storage/read-only', 'is read-only for these credentials'],
  [403, 'InvalidAccessKeyId', 'storage/failed', 'refuses the credentials'],
  [400, 'ExpiredToken', 'storage/failed', 'refuses the credentials'],
  [404, 'NoSuchBucket', 'storage/failed', 'There is no bucket "griot"'],
  [301, 'PermanentRedirect', 'storage/failed', 'is not in the region'],
  [400, 'BadDigest', 'storage/failed', 'were damaged on their way'],
  [400, 'InvalidArgument', 'storage/failed', 'answered "Refused." (InvalidArgument)'],
])('a server that answers %i %s is not asked again, and told of in one line', async (...row) => {
  const [status, refusal, code, words] = row
  const { blobs, requests } = await openFaultyS3((_, response) => refuse(response, status, refusal))
  const told = { code, message: expect.stringContaining(words) }
  await expect(blobs.put('a', blob)).rejects.toMatchObject(told)
  expect(requests).toHaveLength(1)
  await expect(blobs.put('a', blob)).rejects.toThrow(/^(?!.*hidden-secret)[^\n]+$/)
})

test.concurrent('a wrong clock is told of in one line', async () => {
  const { blobs } = await openFaultyS3((_, response) =>
    refuse(response, 403, 'RequestTimeTooSkewed'),
  )
  await expect(blobs.put('a', blob)).rejects.toThrow(/^The clock of this computer and that of/)
})

test.concurrent.each([
  [
    'a page for people',
    '<!doctype html><html><head><title>Hello</title></head><body>Hi<br></html>',
  ],
  ['something else', '{"hello":"world"}'],
])('%s where S3 should be is told of in one line', async (_, body) => {
  const { blobs } = await openFaultyS3((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(body)
  })
  await expect(blobs.check()).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining('is no S3 storage: correct endpoint='),
  })
})

test.concurrent('an upload in parts that the server refuses leaves nothing there', async () => {
  const { blobs, requests } = await openFaultyS3(({ method, url }, response) => {
    if (url.includes('?uploads'))
      response.end(
        '<?xml version="1.0" encoding="UTF-8"?><InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>',
      )
    else if (method === 'DELETE') response.writeHead(204).end()
    else refuse(response, 507, 'InsufficientStorage')
  })
  await expect(
    blobs.put('a', { bytes: Buffer.alloc(20_000_000), type: 'audio/wav' }),
  ).rejects.toMatchObject({ code: 'storage/full' })
  expect(requests.at(-1)).toMatchObject({ method: 'DELETE', url: /uploadId=one/ })
})

test.concurrent.each([
  ['http://127.0.0.1:1', 'storage/busy', 'Nothing answers at 127.0.0.1:1 (ECONNREFUSED)'],
  ['http://nothing.invalid', 'storage/failed', 'There is no computer nothing.invalid'],
])('an address where nothing is, %s, is told of in one line', async (endpoint, code, words) => {
  const blobs = createS3Blobs(`s3://KEY:hidden-secret@griot?endpoint=${endpoint}`, { env: {} })
  await expect(blobs.check()).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words),
  })
})
