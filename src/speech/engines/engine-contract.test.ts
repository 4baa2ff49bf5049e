/** The contract between the pipeline and every engine that is registered. */
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSpeaker } from '#speech/open-speaker.ts'
import { describeEngine } from './engine-contract.test-support.ts'
import { registerEngine, registeredEngines } from './registry.ts'
import { PLANNED, registerToneEngines } from './tone-for-tests/engines.test-support.ts'

const RESOURCES = join(import.meta.dirname, '../../../resources')
const forever = new AbortController().signal

const removeToneEngines = registerToneEngines()
afterAll(removeToneEngines)

for (const engine of registeredEngines()) describeEngine(engine)

test('an engine that sends texts to another computer is refused', () => {
  const remote = { ...PLANNED, id: 'remote', voices: () => [] }
  const capabilities = { ...PLANNED.capabilities, leavesMachine: true }
  expect(() => registerEngine({ ...remote, capabilities })).toThrow('another computer')
})

test('a voice speaks the languages and paces of its engine, and no others', async () => {
  const [voice] = PLANNED.voices()
  if (!voice) throw new Error('no voice')
  const id = 'english-tones'
  const info = { ...voice, id: 'ellen', name: 'Ellen', engine: id }
  const capabilities = {
    ...PLANNED.capabilities,
    ...{ languages: ['en'] as const, controls: new Set<never>() },
  }
  const remove = registerEngine({
    ...{ ...PLANNED, id, capabilities, voices: () => [info] },
    create: (resources) => {
      const engine = PLANNED.create(resources)
      return {
        ...engine,
        open: (_, signal) => engine.open({ kind: 'system', id: voice.id }, signal),
      }
    },
  })
  try {
    const { speak } = await openSpeaker(RESOURCES, id)
    const ask = (order: { readonly language?: string; readonly speed: number }) =>
      Array.fromAsync(speak({ text: 'Sannu. Ina kwana?', voice: info.id, ...order }, forever))
    await expect(ask({ language: 'ha', speed: 1 })).rejects.toThrow(
      /does not speak Hausa, only English/,
    )
    await expect(ask({ speed: 0.8 })).rejects.toThrow('has one pace: leave out the speed')
    expect((await ask({ speed: 1 })).at(-1)).toMatchObject({ done: 2, total: 2 })
  } finally {
    remove()
  }
})
