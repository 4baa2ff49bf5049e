import { beforeAll, expect, test } from 'vitest'
import { createListener, distance, recordedInfo } from '#speech/cloning/listening.test-support.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import type { RecordedSpeaker } from '#speech/models/phone-features.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { CustomVoiceRef, LocalSpeaker } from '#speech/speaker.ts'
import { neuralCloning } from './cloning.ts'
import { decodeTraits, type NeuralTraits } from './traits.ts'

const forever = new AbortController().signal
let engine: LocalSpeaker & Cloner
beforeAll(async () => {
  engine = await speakerForTests('griot-neural')
})
const { soundOf, listen } = createListener(() => engine)

const customVoice = (traits: unknown): CustomVoiceRef => ({
  engine: 'griot-neural',
  info: recordedInfo('yo'),
  traits,
})
const SAID = 'Ẹ káàárọ̀, báwo ni? Mo ń kà ìwé kan nípa ọjà Ìbàdàn ní òwúrọ̀ yìí.'
const OTHER = 'Àwọn ọmọ ilé ìwé náà lọ sí ọjà láti ra ìwé àti bírò.'

test('a clone is nearer to the other speech of its speaker than anybody else is, as loud as others and without a click', async () => {
  const own = { language: 'yo', speed: 1 } as const
  const samples = (await soundOf({ ...own, text: SAID, voice: 'segun' })).map((x) => x / 8)
  const order = { samples, transcript: SAID, language: 'yo' } as const
  const { engine: id, traits, warnings } = await engine.clone(order, forever)
  expect({ id, warnings }).toEqual({ id: 'griot-neural', warnings: [] })
  const { mixture, spectralEnvelope } = decodeTraits(JSON.parse(JSON.stringify(traits)))
  expect(mixture.length).toBeGreaterThan(0)
  expect(Object.keys(spectralEnvelope?.sounds ?? {})).not.toEqual([])
  const asked = { ...own, text: OTHER, voice: 'x', custom: customVoice(traits) }
  const clone = await listen(asked)
  const speaker = await listen({ ...own, text: OTHER, voice: 'segun' })
  const near = distance(clone, speaker)
  expect(near.pitch).toBeLessThan(1)
  expect(near.spectrum).toBeLessThan(4)
  expect(Math.abs(clone.speechDecibels - speaker.speechDecibels)).toBeLessThan(3)
  for (const voice of ['jude', 'tesfaye', 'sade', 'boma']) {
    const apart = distance(clone, await listen({ ...own, text: OTHER, voice }))
    expect(apart.pitch / 2 + apart.spectrum).toBeGreaterThan(near.pitch / 2 + near.spectrum)
  }
  // Where one block ends and the next begins, the sound goes on.
  let [last, largest] = [0, 0]
  for await (const { samples: block } of engine.speak(asked, forever)) {
    largest = Math.max(largest, Math.abs((block[0] ?? 0) - last))
    last = block.at(-1) ?? 0
  }
  const sound = await soundOf(asked)
  const steps = sound.slice(1).map((x, i) => Math.abs(x - sound[i]!))
  expect(largest).toBeLessThanOrEqual(steps.reduce((one, other) => Math.max(one, other)))
})

test('a transcript of other words is noticed, and the voice is made of the sound alone', async () => {
  const samples = await soundOf({ text: SAID, voice: 'sade', language: 'yo', speed: 1 })
  const transcript = 'Nobody could tell why seven ships had left the harbour before the storm.'
  const { traits, warnings } = await engine.clone({ samples, transcript, language: 'en' }, forever)
  expect(warnings[0]).toBe('words')
  const { spectralEnvelope, rate } = decodeTraits(traits)
  expect(spectralEnvelope?.sounds).toEqual({})
  expect(rate).toBe(0.85)
})

test('a caller who leaves half-way ends the cloning, and the next text is whole', async () => {
  const samples = await soundOf({ text: SAID, voice: 'segun', language: 'yo', speed: 1 })
  const stop = new AbortController()
  const cloning = engine.clone({ samples, transcript: SAID, language: 'yo' }, stop.signal)
  // By then it waits for the first answer of a model.
  setImmediate(() => stop.abort(new Error('no longer wanted')))
  await expect(cloning).rejects.toThrow('no longer wanted')
  expect((await soundOf({ text: OTHER, voice: 'segun', speed: 1 })).length).toBeGreaterThan(20_000)
})

const speaker = (f0Hz: number, language: string, origin: RecordedSpeaker['origin'] = 'recording') =>
  ({ embedding: [0], f0Hz, language, origin }) satisfies RecordedSpeaker
const SPEAKERS = new Map<string, RecordedSpeaker>([
  ['man', speaker(120, 'en')],
  ['woman', speaker(200, 'en')],
  ['ada', speaker(210, 'ig')],
  ['obi', speaker(110, 'ig')],
  ['rms', speaker(115, 'en', 'flite')],
])
const namesOf = (voices: readonly NeuralTraits[]): readonly string[] =>
  voices.map(({ mixture }) => mixture.map(([name]) => name).join('+'))

test('speakers of the register are tried, then mixtures of which the greater part speaks English', async () => {
  const { bases, mixtures } = neuralCloning(async () => SPEAKERS)
  const clip = { ...(await listen({ text: SAID, voice: 'segun', speed: 1 })), f0Hz: 112 }
  const tried = await bases(clip, 112)
  expect(namesOf(tried)).toEqual(['man', 'woman', 'obi', 'rms'])
  expect(namesOf(await bases({ ...clip, f0Hz: 215 }, 215))).toEqual(['woman', 'ada'])
  const fitted = tried.map((traits, distance) => ({ traits, distance }))
  expect(namesOf((await mixtures?.(fitted)) ?? [])).toEqual([
    ...['man', 'man+woman', 'man+obi', 'man+rms'],
  ])
  // Without recorded English, that of flite is there, and without any the others are.
  const left = new Map(SPEAKERS)
  for (const name of ['man', 'woman']) left.delete(name)
  const taught = neuralCloning(async () => left)
  expect(namesOf(await taught.bases(clip, 112))).toEqual(['rms', 'obi'])
  left.delete('rms')
  const native = await taught.bases(clip, 112)
  expect(namesOf(native)).toEqual(['obi'])
  expect(
    namesOf((await taught.mixtures?.(native.map((traits) => ({ traits, distance: 1 })))) ?? []),
  ).toEqual(['obi'])
})
