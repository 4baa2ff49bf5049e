import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Server } from './server.ts'
import { KEY } from './tone-app.test-support.ts'

export interface TestResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  /** The `detail` of an error, as text. */
  readonly detail: string
}

export interface TestRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Sends a request through a real socket, with any Host and Origin, and reads the whole answer. */
export async function send(url: string, given: TestRequest = {}): Promise<TestResponse> {
  const response = await begin(url, given)
  const bytes = await buffer(response)
  const text = bytes.toString()
  const isJson = /^application\/json/.test(String(response.headers['content-type']))
  const detail = isJson && text ? JSON.stringify(JSON.parse(text).detail) : ''
  return { status: Number(response.statusCode), headers: response.headers, bytes, text, detail }
}

/** Signs in to the studio as its page does, with a link or with what is shown, and a new key pair. */
export async function askToSignIn(
  { url, studioLink }: Pick<Server, 'url'> & Partial<Pick<Server, 'studioLink'>>,
  shown: Readonly<Record<string, unknown>> = { link: tokenOf(studioLink?.().url ?? '') },
  headers: Readonly<Record<string, string>> = {},
): Promise<TestResponse & { readonly page: TestPage }> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64url')
  const answer = await send(`${url}/studio/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify({ publicKey: spki, ...shown }),
  })
  const { browser = '', serverKey = '' } = answer.status === 200 ? JSON.parse(answer.text) : {}
  return { ...answer, page: testPageOf(url, { id: browser, serverKey, privateKey }) }
}

/** A page that has signed in, as a browser has it. */
export interface TestPage {
  readonly id: string
  /** Public key of the server for this browser. */
  readonly serverKey: string
  /** Headers of one request, to the server at `url`; left out: the one that signed it in. */
  headers(url?: string): Promise<{ readonly origin: string; readonly authorization: string }>
  /** Signs a challenge as the page does. */
  sign(challenge: string): string
}

function testPageOf(
  home: string,
  page: { readonly id: string; readonly serverKey: string; readonly privateKey: KeyObject },
): TestPage {
  const { id, serverKey, privateKey } = page
  const signer = (challenge: string): string => {
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
    const signature = sign('sha256', Buffer.from(`griot-browser.${challenge}`), key)
    return `${id}.${challenge}.${signature.toString('base64url')}`
  }
  return {
    id,
    serverKey,
    sign: signer,
    async headers(url = home) {
      const { text } = await askToProve(url, id)
      const { challenge = '' } = JSON.parse(text)
      return { origin: url, authorization: `Bearer ${signer(challenge)}` }
    },
  }
}

/** Asks a server for its proof and a challenge. */
export function askToProve(
  url: string,
  browser: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestResponse> {
  const nonce = randomBytes(32).toString('base64url')
  return send(`${url}/studio/prove`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify({ browser, nonce }),
  })
}

/** A page that has signed in. */
export async function signIn(
  server: Pick<Server, 'url' | 'studioLink'>,
  shown?: Readonly<Record<string, unknown>>,
): Promise<TestPage> {
  const { status, text, page } = await askToSignIn(server, shown)
  if (status !== 200) throw new Error(`The sign-in was refused: ${status} ${text}`)
  return page
}

/** The token of a link to the studio. */
export function tokenOf(link: string): string {
  return link.split('#token=')[1] ?? ''
}

/** Sends a request and answers as soon as the headers of the answer are there. */
export async function begin(
  url: string,
  { method = 'GET', headers = {}, body }: TestRequest = {},
  onRequest: (request: ClientRequest) => void = () => undefined,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request(url, { method, headers, agent: false }, resolve)
  sent.on('error', reject)
  onRequest(sent)
  sent.end(body)
  return promise
}

/** A well-formed POST /v1/speech; `fields` replace its own. */
export function speech(
  fields: Readonly<Record<string, unknown>> = {},
  headers: TestRequest['headers'] = {},
): TestRequest {
  return {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      text: 'Good morning from Lagos.',
      voice: 'lina',
      format: 'pcm_s16le',
      ...fields,
    }),
  }
}

/** A request as it goes over a bare connection (RFC 9112). */
export function messageOf(
  path: string,
  { method = 'GET', headers = {}, body }: TestRequest,
  version = '1.1',
): string {
  const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` }
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${method} ${path} HTTP/${version}\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** A bare connection, for what no HTTP client would send. */
export async function open(url: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname, resolve)
  socket.on('error', reject)
  await promise
  return socket
}

/** Waits until something that happens on the server's side has come true. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5))
}
