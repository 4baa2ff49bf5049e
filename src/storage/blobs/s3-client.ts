import { createHash } from 'node:crypto'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Address } from './s3-address.ts'
import { ATTEMPTS } from './s3-errors.ts'

/** How long is waited, in milliseconds. */
export interface S3Waits {
  /** For a connection. */
  readonly connectMs: number
  /** For the next bytes, in both directions. */
  readonly silentMs: number
}

const WAITS: S3Waits = { connectMs: 5_000, silentMs: 30_000 }

/** A client of the server at `endpoint`, which tries what may pass by itself a few times, each time after a longer pause. */
export function createS3Client(
  { region, credentials }: S3Address,
  endpoint: string | undefined,
  { connectMs, silentMs }: S3Waits = WAITS,
): S3Client {
  const config: S3ClientConfig = {
    region,
    ...(credentials ? { credentials } : {}),
    // Only Amazon's own server has a name for every bucket.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silentMs,
      httpAgent: { keepAlive: true, maxSockets: 64 },
      httpsAgent: { keepAlive: true, maxSockets: 64 },
    },
    // The newer checksums are unknown to many servers; ours are set where they are sent.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
  const client = new S3Client(config)
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'DeleteObjectsCommand') addMd5(args.request)
        return next(args)
      },
    { step: 'build', name: 'griotDeleteMd5', priority: 'low' },
  )
  return client
}

/** Many servers delete several objects only with the older checksum of the list. */
function addMd5(request: unknown): void {
  const { headers, body } = request as { headers: Record<string, string>; body: string }
  for (const name of Object.keys(headers))
    if (/^x-amz-(checksum|sdk-checksum)/i.test(name)) delete headers[name]
  headers['content-md5'] = createHash('md5').update(body).digest('base64')
}
