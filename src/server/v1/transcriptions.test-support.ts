import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  openPublicSite,
  type PublicSite,
} from '#app/services/guarded-fetch/https-server.test-support.ts'
import {
  type HttpServerForTests,
  openHttpServer,
  type ReceivedRequest,
  sendJson,
} from '#app/services/http-server.test-support.ts'
import { collect, glideInPieces } from '#media/sound.test-support.ts'
import { encodeWav } from '#media/wav.ts'
import { send, type TestResponse } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { openToneServer, type ToneServer } from '#server/tone-server.test-support.ts'

/** Two hosts, one with a transcriber and one without, and the world around them. */
export interface TranscriptionServers {
  readonly hearing: ToneServer
  readonly plain: ToneServer
  /** The transcription server. It answers once `hold` has come true. */
  readonly program: HttpServerForTests
  hold: Promise<unknown>
  /** A site of the public internet: /orin.wav, /empty, and /inside, which leads to a private address. */
  readonly site: PublicSite
  close(): Promise<void>
}

/** A second of sound, and what the transcription server hears in it. */
export const WAV = await collect(encodeWav(glideInPieces(1, 0.5), new AbortController().signal))
const HEARD = {
  text: 'Àwọn ọmọ ti dé.',
  language: 'yoruba',
  segments: [{ text: ' Àwọn ọmọ ti dé.', start: 0, end: 1 }],
  words: [{ word: 'Àwọn', start: 0, end: 0.3 }],
}

export async function openTranscriptionServers(): Promise<TranscriptionServers> {
  const program = await openHttpServer(async (_, response) => {
    await studio.hold
    sendJson(response, HEARD)
  })
  const site = await openPublicSite(
    ({ url }, response) => {
      if (url === '/orin.wav') return response.end(WAV)
      if (url === '/inside') return response.writeHead(302, { location: 'https://10.0.0.1/' }).end()
      if (url === '/empty') return response.end()
      return response.writeHead(404).end()
    },
    { 'ohun.example.org': [['93.184.216.34']], 'private.example.org': [['10.0.0.1']] },
  )
  const { network } = site
  const plain = await openToneServer({ app: { network } })
  const hearing = await openToneServer({
    app: { network, providers: { transcribeUrl: program.url } },
  })
  const studio: TranscriptionServers = {
    ...{ hearing, plain, program, site },
    hold: Promise.resolve(),
    async close() {
      await plain.close()
      await hearing.close()
      await program.close()
      await site.close()
    },
  }
  return studio
}

export type FormParts = readonly (readonly [
  name: string,
  value: string | Uint8Array,
  fileName?: string,
])[]

/** A form as clients send it: texts as fields, bytes as files. */
export async function encodeForm(
  parts: FormParts,
): Promise<{ readonly type: string; readonly body: Uint8Array<ArrayBuffer> }> {
  const form = new FormData()
  for (const [name, value, fileName] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([Uint8Array.from(value)]), fileName ?? 'blob')
  const encoded = new Response(form)
  const type = String(encoded.headers.get('content-type'))
  return { type, body: new Uint8Array(await encoded.arrayBuffer()) }
}

export async function post(
  { server }: ToneServer,
  parts: FormParts,
  token = KEY,
): Promise<TestResponse> {
  const { type, body } = await encodeForm(parts)
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  return send(`${server.url}/v1/transcriptions`, { method: 'POST', headers, body })
}

/** The form that another program received. */
export async function formOf(request: ReceivedRequest | undefined): Promise<FormData> {
  const headers = { 'content-type': String(request?.headers['content-type']) }
  return new Response(Uint8Array.from(request?.body ?? []), { headers }).formData()
}

/** Names of the sound files that are still on disk for transcription. */
export function soundsLeft({ tone }: ToneServer): readonly string[] {
  const folder = join(tone.folder, 'transcriptions')
  return existsSync(folder) ? readdirSync(folder) : []
}
