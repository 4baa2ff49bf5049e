import { beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_RATE, type Timing } from '#shared/audio.ts'
import { openPitchTrack } from '#speech/dsp/pitch.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { Speaker } from '#speech/speaker.ts'
import { someOf } from '#testing/tier.test-support.ts'

const forever = new AbortController().signal
const speakers = new Map<string, Speaker>()
beforeAll(async () => {
  for (const engine of ['griot-neural', 'flite'])
    speakers.set(engine, await speakerForTests(engine))
})

interface HeardWord {
  /** Mean pitch in semitones above 100 Hz. */
  readonly mean: number
  /** In its last third. */
  readonly end: number
  readonly seconds: number
}

type HeardWords = (index: number) => HeardWord

/** The words of a text as they are heard, by their places from its start, or from its end where these are below 0. */
async function hear(
  engine: string,
  voice: string,
  language: string,
  text: string,
): Promise<HeardWords> {
  const order = { text, voice, language, speed: 1 }
  const speaker = speakers.get(engine)
  if (!speaker) throw new Error(`no engine ${engine}`)
  const chunks = await Array.fromAsync(speaker.speak(order, forever))
  const samples = Float32Array.from(chunks.flatMap((chunk) => [...chunk.samples]))
  const track = openPitchTrack(samples, SAMPLE_RATE, 60, 420)
  track.follow(samples.length / SAMPLE_RATE)
  const mean = (start: number, end: number): number => {
    const { hz, hopSeconds } = track
    const voiced = [...hz.subarray(Math.ceil(start / hopSeconds), Math.floor(end / hopSeconds))]
      .filter((one) => one > 0)
      .map((one) => 12 * Math.log2(one / 100))
    return voiced.reduce((sum, semitones) => sum + semitones, 0) / voiced.length
  }
  const words: readonly Timing[] = chunks.flatMap(({ timings }) => timings.words)
  return (index) => {
    const word = words.at(index)
    if (!word) throw new Error(`no word ${index} of ${words.length}`)
    const { start, end } = word
    const seconds = end - start
    return { mean: mean(start, end), end: mean(end - seconds / 3, end), seconds }
  }
}

const VOICES = [
  ['griot-neural', 'segun'],
  ['flite', 'lina'],
] as const

describe.each(VOICES)('%s, %s', (engine, voice) => {
  const say = (text: string) => hear(engine, voice, 'en', text)

  test('an exclamation, a question and a statement of the same words differ', async () => {
    const [said, shouted, asked] = [
      await say('Mary bought a melon.'),
      await say('Mary bought a melon!'),
      await say('Mary bought a melon?'),
    ]
    expect(shouted(0).mean - said(0).mean).toBeGreaterThan(1.5)
    expect(asked(-1).end - said(-1).end).toBeGreaterThan(3)
    expect(asked(0).mean - said(0).mean).toBeLessThan(1.5)
  })

  test('what stands against something denied is higher or longer, and what follows is not', async () => {
    const plain = await say('Mary bought a lemon and a melon in Lima.')
    const marked = await say('Mary bought not a lemon but a melon in Lima.')
    expect(marked(7).mean - plain(6).mean).toBeGreaterThan(1.5)
    expect(marked(9).mean - plain(8).mean).toBeLessThan(0.5)
  })

  test('an aside is lower and faster, a quotation higher, than the same words', async () => {
    const plain = await say('Mary, the mayor of Lima, will go away.')
    const aside = await say('Mary (the mayor of Lima) will go away.')
    expect(aside(2).mean - plain(2).mean).toBeLessThan(-1.5)
    expect(aside(2).seconds).toBeLessThan(0.95 * plain(2).seconds)
    const quoted = await say('Mary, “the mayor of Lima”, will go away.')
    expect(quoted(2).mean - plain(2).mean).toBeGreaterThan(1)
  })

  test('in the news the first sentence begins higher and the last one ends lower and longer', async () => {
    const alone = await say('Mary will go.')
    const news = await say('Mary will go. Lola will read. Mary will go.')
    expect(news(0).mean - alone(0).mean).toBeGreaterThan(1)
    expect(news(-1).mean - alone(-1).mean).toBeLessThan(-0.7)
    expect(news(-1).seconds).toBeGreaterThan(1.1 * alone(-1).seconds)
  })
})

const EMPHASISED: readonly (readonly [string, string, string, number])[] = [
  ['en', 'Mary bought a melon in Lima.', 'melon', 3],
  ['pcm', 'Mary buy melon for Lima.', 'melon', 2],
  ['yo', 'Adé ra ọmọlangidi ní Èkó.', 'ọmọlangidi', 2],
  ['ha', 'Audu ya sayi ayaba a Abuja.', 'ayaba', 3],
  ['ig', 'Ada zụrụ unere n’Aba.', 'unere', 2],
  ['am', 'አልማዝ ማንጎ ገዛች።', 'ማንጎ', 1],
]

test.each(
  someOf(EMPHASISED, 2).flatMap((row) =>
    VOICES.map(([engine, voice]) => [engine, voice, ...row] as const),
  ),
)(
  '%s, %s: emphasis in %s is higher and longer',
  async (engine, voice, language, text, word, at) => {
    const plain = await hear(engine, voice, language, text)
    const bold = text.replace(word, `[emphasis]${word}[/emphasis]`)
    const marked = await hear(engine, voice, language, bold)
    // Least where the word's last tone is low and the next one high, which has to stay above it.
    expect(marked(at).mean - plain(at).mean).toBeGreaterThan(1)
    expect(marked(at).seconds / plain(at).seconds).toBeGreaterThan(1.14)
  },
)

test('a range in SSML widens the melody that a voice makes itself', async () => {
  const range = async (value: string): Promise<number> => {
    const text = `<speak><prosody range="${value}">Mary will read a long album in the morning.</prosody></speak>`
    const word = await hear('flite', 'lina', 'en', text)
    const heights = [0, 1, 2, 4, 5, 8].map((index) => word(index).mean)
    return Math.max(...heights) - Math.min(...heights)
  }
  expect(await range('x-high')).toBeGreaterThan(1.5 * (await range('x-low')))
})

test('a contour is the same each time that it is said', async () => {
  const text = 'She said, “not beans but rice, yam and oil!” (All of it.) Why?'
  for (const [engine, voice] of VOICES) {
    const [one, other] = [
      await hear(engine, voice, 'en', text),
      await hear(engine, voice, 'en', text),
    ]
    for (const index of [0, 5, 9, -1]) expect(one(index)).toEqual(other(index))
  }
})
