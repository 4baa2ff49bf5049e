// The AI SDK of Vercel, as its manual shows it.
import { createOpenAI } from '@ai-sdk/openai'
import * as ai from 'ai'

const generateSpeech = ai.generateSpeech ?? ai.experimental_generateSpeech
const transcribe = ai.transcribe ?? ai.experimental_transcribe
const openai = createOpenAI({
  baseURL: `${process.env.GRIOT_URL}/v1`,
  apiKey: process.env.GRIOT_KEY,
})

const { audio } = await generateSpeech({
  model: openai.speech('gpt-4o-mini-tts'),
  text: 'Good morning from Lagos.',
  voice: 'nova',
  instructions: 'Speak slowly.',
  outputFormat: 'wav',
})
const transcript = await transcribe({
  model: openai.transcription('whisper-1'),
  audio: audio.uint8Array,
})
console.log(
  JSON.stringify({
    mediaType: audio.mediaType,
    bytes: audio.uint8Array.length,
    start: Buffer.from(audio.uint8Array).toString('latin1', 0, 4),
    text: transcript.text,
  }),
)
