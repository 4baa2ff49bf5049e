import type { App } from '#app/app.ts'
import type { Api } from '#server/http/operation.ts'
import type { SpeechOptions } from '#server/v1/speech.ts'
import { addModels } from './models.ts'
import { addAudioSpeech } from './speech.ts'
import { addAudioVoices } from './voices.ts'

/** OpenAI's dialect of speech, for tools that speak nothing else: speech, voices, models. */
export function addOpenAi(api: Api, app: App, textLimit: number, options: SpeechOptions): void {
  addAudioSpeech(api, app, textLimit, options)
  addAudioVoices(api, app)
  addModels(api)
}
