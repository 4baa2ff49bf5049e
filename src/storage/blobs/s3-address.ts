import { AppError } from '#shared/errors.ts'
import { checkPrefix } from './keys.ts'

/** Where blobs lie in S3-compatible storage, and who may use it. */
export interface S3Address {
  readonly bucket: string
  /** Begins every key in the bucket: empty, or ends with a slash. */
  readonly prefix: string
  /** Address of the server; undefined for Amazon's own. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Undefined: the SDK looks for credentials (profile files, container, instance). */
  readonly credentials: S3Credentials | undefined
  /** Address under which the listeners' computers reach the server, for links. `none`: they do not. */
  readonly public: string | undefined
}

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

const FORM = 's3://bucket/prefix?endpoint=https://…&region=…'
const SETTINGS = ['endpoint', 'region', 'public']

/**
 * Reads an address of the form `s3://KEY:SECRET@bucket/prefix?endpoint=…&region=…&public=…`, of which only the bucket is needed:
 * the rest comes from `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION` and `AWS_ENDPOINT_URL_S3`.
 * Throws AppError('settings/invalid'), whose message never holds the secret.
 */
export function parseS3Address(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): S3Address {
  const url = URL.parse(address)
  if (url?.protocol !== 's3:' || url.hostname === '') throw wrong(`is not of the form ${FORM}`)
  const unknown = [...url.searchParams.keys()].find((name) => !SETTINGS.includes(name))
  if (unknown !== undefined)
    throw wrong(`has an unknown setting "${unknown}". There are: ${SETTINGS.join(', ')}`)
  if (url.port !== '' || url.hash !== '')
    throw wrong('has a port or a # in it. The port belongs to the endpoint, and a # is written %23')
  const endpoint =
    setting(url, 'endpoint') ?? (env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'])
  const publicly = setting(url, 'public')
  return {
    bucket: decoded(url.hostname),
    prefix: prefixOf(url),
    endpoint: endpoint && webAddress('endpoint', endpoint),
    region:
      setting(url, 'region') ?? (env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1'),
    credentials: credentialsOf(url, env),
    public:
      publicly === undefined || publicly === 'none' ? publicly : webAddress('public', publicly),
  }
}

function setting(url: URL, name: string): string | undefined {
  return url.searchParams.get(name) || undefined
}

function prefixOf(url: URL): string {
  const prefix = decoded(url.pathname).replace(/^\/+|\/+$/g, '')
  try {
    checkPrefix(prefix === '' ? '' : `${prefix}/`)
  } catch (error) {
    throw wrong(`has a prefix that cannot be used. ${error instanceof Error ? error.message : ''}`)
  }
  return prefix === '' ? '' : `${prefix}/`
}

function webAddress(name: string, text: string): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw wrong(`has an ${name} that does not begin with https:// or http://`)
  return text.replace(/\/+$/, '')
}

function credentialsOf(
  { username, password }: URL,
  env: Readonly<Record<string, string | undefined>>,
): S3Credentials | undefined {
  if ((username === '') !== (password === ''))
    throw wrong('has only one of the access key and its secret')
  if (username !== '') return { accessKeyId: decoded(username), secretAccessKey: decoded(password) }
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']]
  if (!accessKeyId || !secretAccessKey) return undefined
  const sessionToken = env['AWS_SESSION_TOKEN']
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong('has a % that does not begin an escape: write it %25')
  }
}

function wrong(why: string): AppError {
  return new AppError('settings/invalid', `The address of the S3 storage ${why}.`)
}
