// The newest client of Spitch, with what programs use of it.
import Spitch, { toFile } from 'spitch'

const client = new Spitch({ baseURL: process.env.GRIOT_URL, apiKey: process.env.GRIOT_KEY })
const text = 'Good morning from Lagos.'
const spoken = await client.speech.generate({ text, language: 'en', voice: 'lina', format: 'wav' })
const bytes = Buffer.from(await spoken.arrayBuffer())
const content = await toFile(bytes, 'morning.wav')
const heard = await client.speech.transcribe({ content, language: 'en' })
const marked = await client.text.toneMark({ language: 'yo', text: 'Bawo ni, se daadaa ni?' })
console.log(
  JSON.stringify({
    start: bytes.toString('latin1', 0, 4),
    text: heard.text,
    marked: marked.text,
  }),
)
