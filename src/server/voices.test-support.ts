import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FFMPEG } from '#media/ffmpeg.test-support.ts'
import { toPcm } from '#media/pcm.ts'
import { wavHeader } from '#media/wav.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'

/** A sentence that a person might read to have a voice made of it. */
export const READ = 'The old man walked slowly down to the river and sat on a stone by the water.'

/**
 * A person who reads `READ`: mono at `SAMPLE_RATE`. The recordings were made by the system voices of these names; a file is
 * there at once, where a voice would have to load its models first.
 */
export async function reads(
  voice: 'lucy' | 'henry' | 'lina' | 'john',
): Promise<Float32Array<ArrayBuffer>> {
  const path = join(import.meta.dirname, `../testing/recordings/${voice}.flac`)
  const format = ['-f', 'f32le', '-ac', '1', '-ar', String(SAMPLE_RATE)]
  const { stdout } = await promisify(execFile)(
    FFMPEG,
    ['-v', 'error', '-i', path, ...format, 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 16_000_000 },
  )
  return new Float32Array(Uint8Array.from(stdout).buffer)
}

/** A file as recorders write it: 16 bit mono. */
export function wavOf(samples: Float32Array, rate = SAMPLE_RATE): Buffer<ArrayBuffer> {
  const pcm = toPcm(samples)
  return Buffer.concat([wavHeader(pcm.length, 0, rate), pcm])
}

/** Fields of a form; several values are sent one after the other, nothing where a field is undefined. */
export type VoiceFields = Readonly<
  Record<string, string | readonly string[] | Uint8Array | undefined>
>

/** POST /v1/voices with a whole form, `fields` in the place of its own. */
export async function postVoice(
  serverUrl: string,
  token: string,
  audio: Uint8Array,
  fields: VoiceFields = {},
): Promise<{ status: number; id: string; warnings: string[]; detail: string }> {
  const form = new FormData()
  const usual = { audio, transcript: READ, name: 'Àdá', consent: 'true' }
  for (const [name, value] of Object.entries({ ...usual, ...fields }))
    if (value instanceof Uint8Array)
      form.append(name, new Blob([Uint8Array.from(value)]), 'ohùn mi.wav')
    else for (const one of [value ?? []].flat()) form.append(name, one)
  const headers = { authorization: `Bearer ${token}` }
  const options = { method: 'POST', headers, body: form }
  const answer = await fetch(`${serverUrl}/v1/voices`, options)
  const body = Object(await answer.json())
  const warnings = Array.from(body.warnings ?? [], (warning) => Object(warning).type)
  const detail = JSON.stringify(body.detail ?? '')
  return { status: answer.status, id: String(body.voice_id), warnings, detail }
}
