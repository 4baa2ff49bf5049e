// Node: node examples/speak.ts        Deno: deno run --allow-env --allow-net --allow-write examples/speak.ts
import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { createGriot } from 'griot-client'

const griot = createGriot({
  url: process.env.GRIOT_URL ?? 'http://127.0.0.1:7070',
  token: process.env.GRIOT_KEY ?? '',
})

const { data: voices } = await griot.api.GET('/v1/voices', { params: { query: { limit: 100 } } })
console.log(`${voices?.items.length} voices`)

const answer = await griot.speak({ text: 'Good morning from Lagos.', voice: 'lina', format: 'wav' })
await writeFile('morning.wav', new Uint8Array(await answer.arrayBuffer()))

for await (const event of griot.speakWithTimes({
  text: 'Báwo ni?',
  voice: 'sade',
  format: 'pcm_s16le',
}))
  if (event.type === 'chunk')
    for (const { text, start } of event.words) console.log(start.toFixed(2), text)

const live = await griot.live({ voice: 'lina' })
for (const text of ['It costs 3.', '5 naira.']) live.append(text)
live.end()
for await (const message of live)
  if (message.type === 'chunk') console.log(message.words.map(({ text }) => text).join(' '))
