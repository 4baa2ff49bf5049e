/** The contract between the pipeline and an engine, for the tests of whoever has one. */
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { createPhonemizer } from '#speech/phonemes/phonemize.ts'
import { planProsody } from '#speech/prosody/plan.ts'
import type { LocalSpeaker, Resume } from '#speech/speaker.ts'
import type { Utterance } from '#speech/utterance.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import type { Engine, EngineDefinition, Rendering, Session } from './engine.ts'
import { fliteLettersToSound } from './flite/letters-to-sound.ts'
import { registerEngine, traitsFormatOf } from './registry.ts'

const RESOURCES = join(import.meta.dirname, '../../../resources')
const TEXT = 'The rain has stopped, at last. We can go out now. Bring your bicycle.'
const forever = new AbortController().signal
const phonemizer = createPhonemizer('en', fliteLettersToSound, join(RESOURCES, 'lexicons'))

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** What is less is the program's own coming and going. */
const NOTICEABLE_BYTES = 50_000

/**
 * Bytes that are still held once all is collected: the least of what is measured until it falls no further. One measurement also
 * counts what is on its way to being freed: messages of other processes that were not taken yet, work that was called off, and
 * buffers that another thread gives back.
 */
async function heldBytes(): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let unchanged = 0; unchanged < 4; unchanged++) {
    await nextTurn()
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    const held = heapUsed + arrayBuffers
    if (held < least - NOTICEABLE_BYTES) unchanged = 0
    least = Math.min(least, held)
  }
  return least
}

async function soundOf({ blocks }: Rendering): Promise<readonly Float32Array[]> {
  return Array.fromAsync(blocks)
}
const lengthOf = (blocks: readonly { readonly length: number }[]): number =>
  blocks.reduce((sum, { length }) => sum + length, 0)

/** Describes what every engine has to bear: one that is registered, and that speaks English. */
export function describeEngine(definition: EngineDefinition): void {
  const { id } = definition
  describe(id, () => {
    const { capabilities } = definition
    const [voice] = definition.voices()
    if (!voice) throw new Error(`${id} has no voice to test.`)
    let engine: Engine
    let session: Session
    let speaker: LocalSpeaker

    beforeAll(async () => {
      engine = definition.create(RESOURCES)
      session = await engine.open({ kind: 'system', id: voice.id }, forever)
      speaker = await openSpeaker(RESOURCES, id)
    })
    afterAll(() => engine.close())

    /** A sentence with every duration planned, for engines that take them. */
    async function utterance(text = TEXT, speed = 1): Promise<Utterance> {
      const spoken = { text, end: 'statement', endsParagraph: false } as const
      const sentence = await phonemizer.phonemize(spoken)
      const { rate, rangeSemitones } = session
      const own = capabilities.controls.has('durations')
        ? new Set<never>()
        : capabilities.ownProsody
      const style = { rate, rangeSemitones, ownMelody: capabilities.ownProsody, ownTiming: own }
      return { sentence, plan: planProsody(sentence, style, speed, true), text, language: 'en' }
    }
    const speak = (signal = forever, resume?: Resume, lengthFirst = false) =>
      speaker.speak({ text: TEXT, voice: voice.id, speed: 1, lengthFirst }, signal, resume)

    test('its voices say whose they are, and each of them opens', async () => {
      const voices = definition.voices()
      expect(new Set(voices.map((one) => one.id)).size).toBe(voices.length)
      for (const one of voices) {
        expect(one.engine).toBe(id)
        if (capabilities.languages !== 'all') expect(capabilities.languages).toContain(one.language)
        const opened = await engine.open({ kind: 'system', id: one.id }, forever)
        expect(opened.info.id).toBe(one.id)
        expect(opened.dialects).toEqual(one.dialects)
        expect(Number.isInteger(opened.sampleRate)).toBe(true)
      }
    })

    test('a voice that it has not is refused, and an order to stop is obeyed before it loads', async () => {
      const nobody = { kind: 'system', id: 'nobody' } as const
      await expect(engine.open(nobody, forever)).rejects.toMatchObject({ code: 'voice/not-found' })
      const stopped = AbortSignal.abort(new Error('no longer wanted'))
      const own = { kind: 'system', id: voice.id } as const
      await expect(engine.open(own, stopped)).rejects.toThrow('no longer wanted')
    })

    test('sound comes in blocks that are as long together as was told before', async () => {
      const order = await utterance()
      const rendering = await session.render(order, forever)
      const blocks = await soundOf(rendering)
      expect(blocks.length).toBeGreaterThan(1)
      for (const block of blocks) {
        expect(block.length).toBeGreaterThan(0)
        expect(block.every((x) => Number.isFinite(x) && Math.abs(x) <= 1)).toBe(true)
      }
      // The first block is heard before the rest is made.
      expect(blocks[0]!.length / session.sampleRate).toBeLessThanOrEqual(0.5)
      if (rendering.length !== undefined) expect(lengthOf(blocks)).toBe(rendering.length)
      if (session.lengthOf) expect(await session.lengthOf(order, forever)).toBe(lengthOf(blocks))
      expect(blocks.some((block) => block.some((x) => Math.abs(x) > 0.02))).toBe(true)
    })

    test('its timings name every word, and every phone where they are exact, in order and inside the sound', async () => {
      const order = await utterance()
      const rendering = await session.render(order, forever)
      const seconds = lengthOf(await soundOf(rendering)) / session.sampleRate
      const { words, phones } = rendering.timings
      expect(words.map(({ text }) => text)).toEqual(order.sentence.words.map(({ text }) => text))
      const said = order.sentence.words.flatMap(({ syllables }) =>
        syllables.flatMap((s) => s.phones),
      )
      if (capabilities.timings === 'exact') expect(phones).toHaveLength(said.length)
      for (const list of [words, phones])
        for (const [index, { start, end }] of list.entries()) {
          expect(end).toBeGreaterThanOrEqual(start)
          expect(start).toBeGreaterThanOrEqual((list[index - 1]?.end ?? 0) - 1e-9)
          expect(end).toBeLessThanOrEqual(seconds + 0.001)
        }
    })

    if (capabilities.controls.has('durations'))
      test('planned durations are kept', async () => {
        const order = await utterance()
        const { timings } = await session.render(order, forever)
        const planned = order.plan.durations ?? []
        expect(planned.length).toBeGreaterThan(0)
        for (const [index, { start, end }] of timings.phones.entries())
          expect(end - start).toBeCloseTo(planned[index]!, 6)
      })

    if (capabilities.controls.has('rate'))
      test('a faster order is shorter', async () => {
        const lengthAt = async (speed: number): Promise<number> =>
          lengthOf(await soundOf(await session.render(await utterance(TEXT, speed), forever)))
        expect(await lengthAt(1.2)).toBeLessThan(0.9 * (await lengthAt(1)))
      })

    if (capabilities.deterministic)
      test('the same order gives the same samples', async () => {
        const first = await soundOf(await session.render(await utterance(), forever))
        const second = await soundOf(await session.render(await utterance(), forever))
        expect(second).toEqual(first)
      })

    test('two texts at once do not mix', async () => {
      const alone = await soundOf(
        await session.render(await utterance('Bring your bicycle.'), forever),
      )
      const [, beside] = await Promise.all([
        session.render(await utterance(), forever).then(soundOf),
        session.render(await utterance('Bring your bicycle.'), forever).then(soundOf),
      ])
      if (capabilities.deterministic) expect(beside).toEqual(alone)
      else expect(lengthOf(beside)).toBeGreaterThan(0)
    })

    test('an order to stop ends the sound with its reason', async () => {
      const stop = new AbortController()
      const { blocks } = await session.render(await utterance(), stop.signal)
      const iterator = blocks[Symbol.asyncIterator]()
      await iterator.next()
      stop.abort(new Error('no longer wanted'))
      await expect(iterator.next()).rejects.toThrow('no longer wanted')
    })

    test('what is closed loads anew when it is asked again', async () => {
      await engine.close()
      const again = await engine.open({ kind: 'system', id: voice.id }, forever)
      expect(
        lengthOf(await soundOf(await again.render(await utterance(), forever))),
      ).toBeGreaterThan(0)
    })

    test('a second engine with its id, or with one of its voices, is refused', () => {
      expect(() => registerEngine(definition)).toThrow(`"${id}" is registered already`)
      const twin = { ...definition, id: `twin-of-${id}` }
      expect(() => registerEngine(twin)).toThrow(/belongs to ".+" already/)
    })

    test('traits that are none are refused', async () => {
      for (const traits of [undefined, null, 7, 'x', {}, { base: '__proto__' }]) {
        const custom = { kind: 'custom', info: voice, traits } as const
        await expect(engine.open(custom, forever)).rejects.toThrow()
        expect(() => traitsFormatOf(id).parse(traits)).toThrow()
      }
    })

    test('through the pipeline, sentences come in order at the rate of the studio, with times that go on', async () => {
      const chunks = await Array.fromAsync(speak())
      expect(chunks.at(-1)).toMatchObject({ done: 3, total: 3, samplesToCome: 0 })
      for (const [index, { done }] of chunks.entries())
        expect(done).toBeGreaterThanOrEqual(chunks[index - 1]?.done ?? 0)
      const words = chunks.flatMap(({ timings }) => timings.words)
      expect(words.map(({ text }) => text).join(' ')).toBe(
        'the rain has stopped at last we can go out now bring your bicycle',
      )
      const starts = words.map(({ start }) => start)
      expect(starts).toEqual(starts.toSorted((one, other) => one - other))
      const seconds = lengthOf(chunks.map(({ samples }) => samples)) / SAMPLE_RATE
      expect(words.at(-1)!.end).toBeLessThan(seconds)
      expect(words.at(-1)!.end).toBeGreaterThan(seconds - 0.6)
    })

    test('asked for the length first, it says from the first chunk what is to come, where it can tell', async () => {
      const chunks = await Array.fromAsync(speak(forever, undefined, true))
      const heard = chunks.filter(({ samples }) => samples.length > 0)
      const plain = await Array.fromAsync(speak())
      expect(lengthOf(heard.map(({ samples }) => samples))).toBe(
        lengthOf(plain.map(({ samples }) => samples)),
      )
      const tellsFrom = heard.findIndex(({ samplesToCome }) => samplesToCome !== undefined)
      if (session.lengthOf) expect(tellsFrom).toBe(0)
      let left = lengthOf(heard.slice(tellsFrom).map(({ samples }) => samples))
      for (const { samples, samplesToCome } of heard.slice(tellsFrom)) {
        left -= samples.length
        expect(samplesToCome).toBe(left)
      }
    })

    if (!capabilities.deterministic)
      test('a run that is interrupted in mid-sentence is not patched together, and goes on between sentences', async () => {
        const from = (open: number) =>
          Array.fromAsync(speak(forever, { sentences: 1, samples: 9_000, open }))
        await expect(from(5_000)).rejects.toMatchObject({ code: 'speech/failed' })
        expect((await from(0)).at(-1)).toMatchObject({ done: 3, total: 3 })
      })

    if (capabilities.deterministic)
      test('a run taken up again goes on where it was, in the middle of a sentence too', async () => {
        const whole = await Array.fromAsync(speak())
        const samplesOf = (chunks: readonly SpokenChunk[]): number[] =>
          chunks.flatMap(({ samples }) => [...samples])
        const end = whole.findIndex(({ done }) => done === 1) + 1
        const first = lengthOf(whole.slice(0, end).map(({ samples }) => samples))
        for (const open of [0, 1, 5_000, 20_000]) {
          const rest = await Array.fromAsync(speak(forever, { sentences: 1, samples: first, open }))
          expect(samplesOf(rest)).toEqual(samplesOf(whole.slice(end)).slice(open))
          expect(rest.at(-1)).toMatchObject({ done: 3, total: 3 })
        }
      })

    test('a text that is stopped ends at once, and the next one is whole', async () => {
      const stop = new AbortController()
      const stopped = speak(stop.signal)
      await stopped.next()
      stop.abort(new Error('no longer wanted'))
      await expect(stopped.next()).rejects.toThrow('no longer wanted')
      const abandoned = speak()
      await abandoned.next()
      await abandoned.return(undefined)
      expect((await Array.fromAsync(speak())).at(-1)).toMatchObject({ done: 3, total: 3 })
    })

    fullTest('a long text is heard sentence by sentence and not kept', async () => {
      const text = Array.from({ length: 80 }, (_, i) => `The ${i + 2} bags are here.`).join(' ')
      let begun = 0
      let heard = 0
      for await (const chunk of speaker.speak({ text, voice: voice.id, speed: 1 }, forever)) {
        // What is loaded with the first sentences stays.
        if (begun > 0) heard += chunk.samples.byteLength
        else if (chunk.done === 20) begun = await heldBytes()
      }
      expect(heard).toBeGreaterThan(5_000_000)
      expect((await heldBytes()) - begun).toBeLessThan(heard / 2)
    })
  })
}
