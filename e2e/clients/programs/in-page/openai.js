// The newest client of OpenAI in a page: lists, speaks as a stream and as events, transcribes, and reads errors.
import OpenAI, { toFile } from 'openai'

export async function run({ url, key, text }) {
  const baseURL = `${url}/v1`
  const client = new OpenAI({ baseURL, apiKey: key, dangerouslyAllowBrowser: true, maxRetries: 0 })
  const order = { model: 'gpt-4o-mini-tts', voice: 'nova', input: text }
  const spoken = await client.audio.speech.create({
    ...order,
    response_format: 'wav',
    instructions: 'Speak slowly.',
  })
  const parts = await Array.fromAsync(spoken.body)
  const file = await toFile(new Blob(parts), 'morning.wav', { type: 'audio/wav' })
  const events = await client.audio.speech.create({ ...order, stream_format: 'sse' })
  const { text: heard } = await client.audio.transcriptions.create({ model: 'whisper-1', file })
  const models = await Array.fromAsync(client.models.list())
  const { voices } = await client.get('/audio/voices')
  const stranger = new OpenAI({ baseURL, apiKey: 'wrong', dangerouslyAllowBrowser: true })
  return {
    parts: parts.length,
    start: new TextDecoder('latin1').decode(parts[0].subarray(0, 4)),
    instructions: spoken.headers.get('x-instructions-used'),
    events: [...new Set((await events.text()).match(/"type":"[\w.]+"/g))],
    heard,
    models: models.map(({ id }) => id),
    voices: voices.map(({ id }) => id),
    unknownModel: await failureOf(client.audio.speech.create({ ...order, model: 'gpt-9' })),
    unknownVoice: await failureOf(client.audio.speech.create({ ...order, voice: 'darth' })),
    stranger: await failureOf(stranger.models.list()),
  }
}

async function failureOf(call) {
  const error = await call.then(
    () => new Error('It did not fail.'),
    (error) => error,
  )
  const { status, code, requestID } = error
  const kind = ['NotFoundError', 'BadRequestError', 'AuthenticationError'].find(
    (name) => error instanceof OpenAI[name],
  )
  return { kind, status, code, hasId: Boolean(requestID) }
}
