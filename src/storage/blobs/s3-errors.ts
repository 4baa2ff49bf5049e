import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { S3Address } from './s3-address.ts'

/** What was being done when S3 failed. */
export type S3Action = 'read' | 'written' | 'deleted'

/** How often a request is tried in all. */
export const ATTEMPTS = 4

/** What is known of an error of the SDK. */
interface S3Failure {
  /** Code of S3 or of the network; empty where there is none. */
  readonly code: string
  readonly status: number | undefined
  readonly message: string
}

/** The code and status of an error of the SDK or the network. */
export function failureOf(error: unknown): S3Failure {
  const { name, code, Code, $metadata, message, cause } = error as {
    readonly [K in 'name' | 'code' | 'Code' | 'message']?: unknown
  } & { readonly $metadata?: { readonly httpStatusCode?: number }; readonly cause?: unknown }
  const status = $metadata?.httpStatusCode
  const found = String(Code ?? code ?? (name === 'Error' ? '' : name) ?? '')
  // A failed connection may be wrapped.
  if (status === undefined && code === undefined && cause instanceof Error && 'code' in cause)
    return { code: String(cause.code), status, message: cause.message }
  return { code: found, status, message: String(message) }
}

/** Whether S3 says that what was asked for is not there. A missing bucket is another matter, where S3 says so. */
export function isMissing(error: unknown): boolean {
  const { code, status } = failureOf(error)
  return code === 'NoSuchKey' || code === 'NotFound' || (status === 404 && code !== 'NoSuchBucket')
}

/**
 * Failures of S3 and of the way to it become one line in words: AppError('storage/full'), ('storage/read-only') for a bucket that may
 * not be changed, ('storage/busy') for what passes by itself, else ('storage/failed'). Every other error stays as it is.
 */
export function describeS3Error(error: unknown, action: S3Action, address: S3Address): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const failure = failureOf(error)
  const [, words, code = 'storage/failed'] = CAUSES.find(([matches]) => matches(failure)) ?? []
  if (!words && failure.status === undefined && !('$metadata' in error || '$fault' in error))
    return error
  const facts = { ...address, host: hostOf(address), code: failure.code, action }
  const found = words?.(facts)
  const other = `The file could not be ${action}: the S3 storage ${hostOf(address)} answered "${failure.message}" (${failure.code}).`
  return new AppError(typeof code === 'string' ? code : code(facts), found ?? other, error)
}

type Facts = Pick<S3Address, 'bucket' | 'region'> & {
  readonly host: string
  readonly code: string
  readonly action: S3Action
}
type Cause = readonly [
  matches: (failure: S3Failure) => boolean,
  words: (facts: Facts) => string,
  /** Left out: 'storage/failed'. */
  code?: ErrorCode | ((facts: Facts) => ErrorCode),
]

const codes =
  (...known: readonly string[]) =>
  ({ code }: S3Failure): boolean =>
    known.includes(code)

const CAUSES: readonly Cause[] = [
  [
    (failure) =>
      failure.status === 507 ||
      codes(
        ...['QuotaExceeded', 'QuotaExceededException', 'XMinioStorageFull', 'InsufficientStorage'],
        ...['XMinioAdminBucketQuotaExceeded', 'StorageFull', 'EntityTooLarge'],
      )(failure),
    ({ bucket, host, code }) =>
      `The bucket "${bucket}" at ${host} is full (${code}): delete what is not needed there, or ask for a larger quota.`,
    'storage/full',
  ],
  [
    codes('NoSuchBucket'),
    ({ bucket, host }) =>
      `There is no bucket "${bucket}" at ${host}: create it, or correct the address of the S3 storage.`,
  ],
  [
    codes(
      ...['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken'],
      ...['TokenRefreshRequired', 'InvalidSecurity', 'Unauthorized', 'InvalidClientTokenId'],
    ),
    ({ host, code }) =>
      `The S3 storage ${host} refuses the credentials (${code}): check the access key and its secret, in the address or in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
  ],
  [
    codes('CredentialsProviderError', 'TokenProviderError'),
    ({ host }) =>
      `There are no credentials for the S3 storage ${host}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or put them into its address.`,
  ],
  [
    codes('RequestTimeTooSkewed', 'RequestExpired', 'RequestInTheFuture'),
    ({ host, code }) =>
      `The clock of this computer and that of the S3 storage ${host} differ too much (${code}): set this computer’s clock by a time server.`,
  ],
  [
    (failure) =>
      failure.status === 301 ||
      failure.status === 307 ||
      codes(
        'AuthorizationHeaderMalformed',
        'PermanentRedirect',
        'IllegalLocationConstraintException',
      )(failure),
    ({ bucket, host, region, code }) =>
      `The bucket "${bucket}" at ${host} is not in the region "${region}" (${code}): correct region= or endpoint= in the address of the S3 storage.`,
  ],
  [
    codes('InvalidBucketName'),
    ({ bucket, host }) =>
      `"${bucket}" is no name of a bucket at ${host}: correct the address of the S3 storage.`,
  ],
  [
    (failure) => failure.status === 403 || failure.status === 405 || codes('AccessDenied')(failure),
    ({ bucket, host, code, action }) =>
      action === 'read'
        ? `The bucket "${bucket}" at ${host} may not be read with these credentials (${code}): allow GetObject and ListBucket, or use others.`
        : `The bucket "${bucket}" at ${host} is read-only for these credentials (${code}): allow PutObject, DeleteObject and AbortMultipartUpload, or use others.`,
    ({ action }) => (action === 'read' ? 'storage/failed' : 'storage/read-only'),
  ],
  [
    codes('BadDigest', 'XAmzContentSHA256Mismatch', 'XAmzContentChecksumMismatch', 'InvalidDigest'),
    ({ host, code }) =>
      `The bytes were damaged on their way to the S3 storage ${host} (${code}): try again, and check what lies between.`,
  ],
  [
    codes('ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_URL'),
    ({ host, code }) =>
      `There is no computer ${host} (${code}): correct endpoint= in the address of the S3 storage, or check the network.`,
  ],
  [
    codes('ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'),
    ({ host, code }) =>
      `Nothing answers at ${host} (${code}): start the S3 storage, or correct endpoint= in its address.`,
    'storage/busy',
  ],
  [
    ({ code }) => /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code),
    ({ host, code }) =>
      `No secure connection to ${host} can be made (${code}): check its certificate, or whether endpoint= should begin with http://.`,
  ],
  [
    ({ code, status }) =>
      (status !== undefined && (status === 429 || (status >= 500 && status !== 501))) ||
      /^(TimeoutError|SlowDown|ETIMEDOUT|ECONNRESET|EPIPE|ECONNABORTED|RequestTimeout)/.test(code),
    ({ host, code }) =>
      `The S3 storage ${host} is overloaded or too slow (${code || 'no answer'}); ${ATTEMPTS} tries failed. Try again in a while.`,
    'storage/busy',
  ],
  [
    ({ message }) => /not an? (?:expected|valid) XML|char '|Unclosed|deserializ/i.test(message),
    ({ host }) =>
      `What answers at ${host} is no S3 storage: correct endpoint= in the address of the S3 storage.`,
  ],
]

/** The server as people know it, without any secret. */
export function hostOf({ endpoint, region }: S3Address): string {
  return endpoint === undefined ? `Amazon S3 (${region})` : new URL(endpoint).host
}
