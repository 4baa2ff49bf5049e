import { createHash } from 'node:crypto'
import { send, speech, type TestResponse } from '#server/client.test-support.ts'
import type { RealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'

/** Texts of the tests of provenance: one sentence, several, and so many that an mp3 does not wait for them. */
export const ONE = 'Good morning from Lagos.'
export const MANY = 'Good morning from Lagos. How are you today? I am well.'
export const LONG = `${ONE} [pause 10s] How are you today? [pause 10s] I am well.`
/** A text so long that a flac does not wait for its end either. */
export const LONGER = `${ONE} [pause 10s] `.repeat(6)

type Url = Pick<RealHost, 'url'>
type Headers = Readonly<Record<string, string>>

/** A text in Sade's voice. */
export function say({ url }: Url, fields: object, headers: Headers = {}): Promise<TestResponse> {
  return send(`${url}/v1/speech`, speech({ voice: 'sade', language: 'yo', ...fields }, headers))
}

/** Sends a file to POST /v1/provenance/verify. */
export async function verify(
  { url }: Url,
  parts: Readonly<Record<string, Uint8Array>>,
  token = KEY,
) {
  const body = new FormData()
  for (const [name, bytes] of Object.entries(parts))
    body.append(name, new Blob([Uint8Array.from(bytes)]), `${name}.bin`)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/v1/provenance/verify`, { method: 'POST', headers, body })
  return { status: answer.status, headers: answer.headers, ...JSON.parse(await answer.text()) }
}

/** Fetches the record of a request id. */
export function recordOf({ url }: Url, id: unknown, token = KEY): Promise<TestResponse> {
  return send(`${url}/v1/provenance/${id}`, { headers: { authorization: `Bearer ${token}` } })
}

/** SHA-256 in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The manifest that the head of an answer links to. */
export async function linkedManifest(at: Url, answer: TestResponse): Promise<Buffer> {
  const { status, text, bytes } = await askLinked(at, answer, KEY)
  if (status !== 200) throw new Error(`${status} ${text}`)
  return bytes
}

/** Requests the linked manifest with any token and returns the answer. */
export async function askLinked(
  { url }: Url,
  { headers }: TestResponse,
  token: string,
): Promise<TestResponse> {
  const [, path = ''] = /^<(\/[^>]+)>; rel="c2pa-manifest"$/.exec(String(headers['link'])) ?? []
  return send(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
}
