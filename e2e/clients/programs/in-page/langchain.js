// The client of OpenAI that LangChain hands out, in a page. LangChain's loader of recordings needs Node's Buffer.
import { OpenAIClient, toFile } from '@langchain/openai'

export async function run({ url, key, text }) {
  const client = new OpenAIClient({
    ...{ baseURL: `${url}/v1`, apiKey: key },
    dangerouslyAllowBrowser: true,
  })
  const order = { model: 'tts-1', voice: 'nova', input: text, response_format: 'wav' }
  const spoken = await client.audio.speech.create(order)
  const file = await toFile(await spoken.blob(), 'morning.wav', { type: 'audio/wav' })
  const { text: heard } = await client.audio.transcriptions.create({ model: 'whisper-1', file })
  const models = await Array.fromAsync(client.models.list())
  return { heard, models: models.map(({ id }) => id) }
}
