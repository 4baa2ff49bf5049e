// What LangChain has for sound: its loader of recordings, and the client of OpenAI that it hands out.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OpenAIWhisperAudio } from '@langchain/community/document_loaders/fs/openai_whisper_audio'
import { OpenAIClient, toFile } from '@langchain/openai'

const clientOptions = { baseURL: `${process.env.GRIOT_URL}/v1`, apiKey: process.env.GRIOT_KEY }

const client = new OpenAIClient(clientOptions)
const models = await Array.fromAsync(client.models.list())
const spoken = await client.audio.speech.create({
  model: 'tts-1',
  voice: 'nova',
  input: 'Good morning from Lagos.',
  response_format: 'wav',
})
const bytes = Buffer.from(await spoken.arrayBuffer())
const file = await toFile(bytes, 'morning.wav')
const translated = await client.audio.translations.create({ model: 'whisper-1', file })

const folder = await mkdtemp(join(tmpdir(), 'langchain òwúrọ̀ '))
const path = join(folder, 'morning.wav')
await writeFile(path, bytes)
const loaded = await new OpenAIWhisperAudio(path, {
  clientOptions,
  transcriptionCreateParams: { language: 'en' },
}).load()
await rm(folder, { recursive: true })
// A recording that is no file goes by its media type in the place of a name.
const blob = new Blob([bytes], { type: 'audio/wav' })
const fromBlob = await new OpenAIWhisperAudio(blob, { clientOptions }).load()

console.log(
  JSON.stringify({
    models: models.map(({ id }) => id),
    start: bytes.toString('latin1', 0, 4),
    loaded: loaded.map(({ pageContent }) => pageContent),
    fromBlob: fromBlob.map(({ pageContent }) => pageContent),
    translated: translated.text,
  }),
)
