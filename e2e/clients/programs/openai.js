// The newest client of OpenAI, with what tools use of it.
import OpenAI, { toFile } from 'openai'

const client = new OpenAI({ baseURL: `${process.env.GRIOT_URL}/v1`, apiKey: process.env.GRIOT_KEY })
const models = await Array.fromAsync(client.models.list())
const spoken = await client.audio.speech.create({
  model: 'tts-1',
  voice: 'alloy',
  input: 'Good morning from Lagos.',
  response_format: 'wav',
})
const bytes = Buffer.from(await spoken.arrayBuffer())
const file = await toFile(bytes, 'morning.wav')
const { text } = await client.audio.transcriptions.create({ model: 'whisper-1', file })
const translated = await client.audio.translations.create({ model: 'whisper-1', file })
console.log(
  JSON.stringify({
    models: models.map(({ id }) => id),
    start: bytes.toString('latin1', 0, 4),
    text,
    translated: translated.text,
  }),
)
