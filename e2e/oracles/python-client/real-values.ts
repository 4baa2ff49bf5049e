import type { ServerResponse } from 'node:http'
import {
  type HttpServerForTests,
  openHttpServer,
  type ReceivedRequest,
} from '#app/services/http-server.test-support.ts'

/** Names of translators that have answered, as `x-translation-provider` says. */
export interface RealValues extends HttpServerForTests {
  readonly translators: ReadonlySet<string>
}

/** Ids that the client's tests name, of files that only its makers' imitation of a server has. */
const PLACES: readonly string[] = [
  '182bd5e5-6e1a-4fe4-a799-aa6d9a6ab26e',
  '3c90cdcc-0d14-4b50-8038-8dd25796052a',
]
const REAL_FIELDS: Readonly<Record<string, string>> = {
  ...{ language: 'yo', source: 'en', target: 'yo' },
  text: 'The children came home from school yesterday.',
}
const UNSENT: ReadonlySet<string> = new Set(['host', 'connection', 'content-length'])

/**
 * A server on this machine that passes requests on to `url`. The client's tests were written for a server that makes its
 * answers up, and name files, languages and texts that do not exist (`"language": "language"`). Only these are replaced, by
 * languages, by a sentence, and by the id of a file that is uploaded for the request: the recording `sound`.
 */
export async function openRealValues(url: string, sound: Buffer): Promise<RealValues> {
  const translators = new Set<string>()
  const program = await openHttpServer(async (request, response) => {
    const { path, body } = await withRealValues(url, sound, request)
    const headers = Object.entries(request.headers)
      .filter(([name]) => !UNSENT.has(name))
      .map(([name, value]): [string, string] => [name, String(value)])
    const { method = 'GET' } = request
    const answer = await fetch(`${url}${path}`, {
      ...{ method, headers },
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    })
    const translator = answer.headers.get('x-translation-provider')
    if (translator !== null) translators.add(translator)
    await passOn(answer, response)
  })
  return { ...program, translators }
}

async function withRealValues(
  url: string,
  sound: Buffer,
  { path = '/', headers, body }: ReceivedRequest,
): Promise<{ readonly path: string; readonly body: Buffer }> {
  const place = PLACES.find((id) => path.includes(id))
  if (place !== undefined)
    return { path: path.replace(place, await uploaded(url, sound, headers.authorization)), body }
  if (path.startsWith('/v1/files?')) return { path: path.replace('cursor=cursor', 'cursor='), body }
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/json') && body.length > 0)
    return { path, body: Buffer.from(JSON.stringify(withRealFields(JSON.parse(String(body))))) }
  if (!type.startsWith('multipart/form-data')) return { path, body }
  // Each byte is one character, so that whatever else is in it comes out as it was.
  const form = body.toString('latin1')
  const named = PLACES.find((id) => form.includes(id))
  const real = named && form.replace(named, await uploaded(url, sound, headers.authorization))
  return { path, body: Buffer.from((real ?? form).replace(...LANGUAGE), 'latin1') }
}

/** A field of a form: its name, an empty line, the same word as its value. */
const LANGUAGE = ['name="language"\r\n\r\nlanguage\r\n', 'name="language"\r\n\r\nyo\r\n'] as const

function withRealFields(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value === name ? (REAL_FIELDS[name] ?? value) : value,
    ]),
  )
}

async function uploaded(url: string, sound: Buffer, authorization = ''): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(sound)]), 'ohùn.wav')
  const answer = await fetch(`${url}/v1/files`, {
    ...{ method: 'POST', headers: { authorization }, body: form },
  })
  return JSON.parse(await answer.text()).file_id
}

async function passOn(answer: Response, response: ServerResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = [...answer.headers].filter(
    ([name]) => !['transfer-encoding', 'content-length', 'connection'].includes(name),
  )
  response.writeHead(answer.status, [...headers, ['content-length', String(body.length)]].flat())
  response.end(body)
}
