import { BENCH_KEY, type BenchServer, startServer } from './server.ts'
import { median, report } from './statistics.ts'

const SENTENCES = [
  'The government says that the new road to the market will be open before the end of the year.',
  'She bought rice, beans and two bottles of oil for her mother.',
  'Many people in Lagos walk to work because the buses are full in the morning.',
  'The teacher asked the children to read the first page again.',
  'Rain has fallen for three days, and the river is higher than last year.',
]
const TARGETS = ['am', 'ha', 'ig', 'yo', 'pcm'] as const
const RUNS = 5

/** The built-in translator behind a running server: its first answer, sentences a second, memory with all directions open. */
export async function benchTranslation(): Promise<void> {
  const server = await startServer()
  try {
    const before = server.residentMb()
    const first = await translate(server, 'en', 'yo', SENTENCES[1] ?? '')
    report('a sentence, from a cold translator', `${first.milliseconds.toFixed(0)} ms`)
    for (const target of TARGETS) {
      const english = SENTENCES.join(' ')
      const { text } = await translate(server, 'en', target, english)
      // Opens the direction.
      await translate(server, target, 'en', text)
      const rates = [
        await rateOf(server, 'en', target, english),
        await rateOf(server, target, 'en', text),
      ].map((rate) => rate.toFixed(0))
      report(`English → ${target}, and back`, `${rates.join(' / ')} sentences/s`, '>= 3')
    }
    const megabytes = server.residentMb() - before
    report('memory with all ten directions open', `${megabytes.toFixed(0)} MB`)
  } finally {
    await server.close()
  }
}

async function rateOf(
  server: BenchServer,
  source: string,
  target: string,
  text: string,
): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < RUNS; n++)
    times.push((await translate(server, source, target, text)).milliseconds)
  return (SENTENCES.length * 1_000) / median(times)
}

async function translate(
  { url }: BenchServer,
  source: string,
  target: string,
  text: string,
): Promise<{ readonly text: string; readonly milliseconds: number }> {
  const startedAt = performance.now()
  const answer = await fetch(`${url}/v1/translate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ source, target, text }),
  })
  const said: { readonly text: string; readonly provider: string } = await answer.json()
  if (said.provider !== 'built-in') throw new Error(`${answer.status} ${JSON.stringify(said)}`)
  return { text: said.text, milliseconds: performance.now() - startedAt }
}
