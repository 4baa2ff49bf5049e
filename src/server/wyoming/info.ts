import type { Caller } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'
import type { WyomingEvent } from './events.ts'
import type { WyomingProgram } from './session.ts'

const ATTRIBUTION = { name: 'Griot', url: '' } as const
const CODES = LANGUAGES.map(({ code }) => code)

/** What this server can do, as the answer to `describe`: its voices, and speech recognition where there is any. */
export async function infoOf({ app, caller, ownVoices }: WyomingProgram): Promise<WyomingEvent> {
  const { version } = app
  const common = { attribution: ATTRIBUTION, installed: true, version }
  const own = ownVoices ? await app.customVoices.list(caller.account) : []
  const voices = [
    ...app.voices().map(({ id, name, language, gender }) => ({
      ...{ ...common, name: id, description: `${name} (${gender})`, languages: [language] },
      speakers: null,
    })),
    ...own.map(({ id, name, language }) => ({
      ...{ ...common, name: id, description: name, languages: language ? [language] : CODES },
      speakers: null,
    })),
  ]
  const tts = {
    ...{ ...common, name: 'griot', description: 'Griot speaks', voices },
    supports_synthesize_streaming: true,
  }
  const model = { ...common, name: 'griot', description: 'Griot writes down', languages: CODES }
  const asr = { ...model, models: [model], supports_transcript_streaming: false }
  const data = {
    ...{ tts: [tts], asr: (await canTranscribe(app, caller)) ? [asr] : [] },
    ...{ handle: [], intent: [], wake: [], mic: [], snd: [] },
  }
  return { type: 'info', data }
}

async function canTranscribe({ transcripts }: App, caller: Caller): Promise<boolean> {
  const job = await transcripts.open(caller).catch(() => undefined)
  await job?.close()
  return job !== undefined
}
