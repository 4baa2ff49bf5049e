import type { App } from '#app/app.ts'
import type { Api } from '#server/http/operation.ts'
import type { SpeechOptions } from '#server/v1/speech.ts'
import { addAudioVoiceCreation } from './custom-voices.ts'
import { addModels } from './models.ts'
import { addAudioSpeech } from './speech.ts'
import { addAudioTranscriptions } from './transcriptions.ts'
import { addVoiceConsents } from './voice-consents.ts'
import { addAudioVoices } from './voices.ts'

/** OpenAI's dialect, for tools that speak nothing else: speech, voices, transcription, models. */
export function addOpenAi(api: Api, app: App, textLimit: number, options: SpeechOptions): void {
  addAudioSpeech(api, app, textLimit, options)
  addAudioVoices(api, app)
  addAudioVoiceCreation(api, app)
  addVoiceConsents(api, app)
  addAudioTranscriptions(api, app, options)
  addModels(api)
}
