// The newest client of Spitch in a page.
import Spitch, { toFile } from 'spitch'

export async function run({ url, key, text }) {
  const client = new Spitch({ baseURL: url, apiKey: key, maxRetries: 0 })
  const order = { text, language: 'en', voice: 'lina', format: 'wav' }
  const spoken = await client.speech.generate(order)
  const parts = await Array.fromAsync(spoken.body)
  const content = await toFile(new Blob(parts), 'morning.wav', { type: 'audio/wav' })
  const { text: heard } = await client.speech.transcribe({ content, language: 'en' })
  const { text: marked } = await client.text.toneMark({ language: 'yo', text: 'Bawo ni?' })
  const { items } = await client.get('/v1/voices')
  return {
    parts: parts.length,
    start: new TextDecoder('latin1').decode(parts[0].subarray(0, 4)),
    heard,
    marked,
    voices: items.map(({ voice_id }) => voice_id),
    unknownVoice: await client.speech.generate({ ...order, voice: 'darth' }).catch(read),
    stranger: await new Spitch({ baseURL: url, apiKey: 'wrong' }).speech
      .generate(order)
      .catch(read),
  }
}

function read({ status, message }) {
  return { status, message }
}
