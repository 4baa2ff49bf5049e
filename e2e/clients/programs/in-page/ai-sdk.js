// The AI SDK in a page.
import { createOpenAI } from '@ai-sdk/openai'
import { generateSpeech, transcribe } from 'ai'

export async function run({ url, key, text }) {
  const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: key })
  const order = { model: openai.speech('tts-1'), text, voice: 'nova', outputFormat: 'wav' }
  const { audio } = await generateSpeech(order)
  const heard = await transcribe({
    model: openai.transcription('whisper-1'),
    audio: audio.uint8Array,
  })
  const refused = await generateSpeech({ ...order, voice: 'darth', maxRetries: 0 }).catch(
    ({ statusCode, message }) => ({ statusCode, message }),
  )
  return { mediaType: audio.mediaType, heard: heard.text, refused }
}
