import { expect, test } from 'vitest'
import { withDurationPatch } from './duration-patch.ts'
import { type FliteRequest, openFlite } from './flite.ts'
import { readModule } from './wasm-module.ts'

const flite = await openFlite()

const LONG = `${'Ada took the letters to the market, where nobody saw her, and '.repeat(4)}left.`
const requestFor = (voice: FliteRequest['voice'], text: string): FliteRequest => ({
  voice,
  text,
  pronunciations: new Map([['ada', ['aa1', 'd', 'ax0']]]),
  f0Shift: 1.1,
  durationStretch: 1,
})

test.each(['slt', 'rms', 'awb'] as const)(
  '%s predicts without sound the segments that it speaks, before and after speaking',
  (voice) => {
    for (const text of ['Yes.', 'Ada went, and nobody saw her. ', 'Really, today?', LONG]) {
      const request = requestFor(voice, text)
      const predicted = flite.predictSegments(request)
      const spoken = flite.speak(request)
      expect(predicted.length).toBeGreaterThan(2)
      expect(predicted).toEqual(spoken.segments)
      expect(flite.predictSegments(request)).toEqual(predicted)
      expect(flite.speak(request).samples).toEqual(spoken.samples)
    }
  },
)

test('earlier requests change nothing, be it another voice, a long text or single words', async () => {
  const request = requestFor('slt', 'Really, today?')
  const spoken = (await openFlite()).speak(request)
  for (const voice of ['awb', 'rms'] as const) flite.speak(requestFor(voice, LONG))
  flite.lettersToSound(['Chukwuemeka', 'zxq'])
  expect(flite.speak(request)).toEqual(spoken)
})

test.each<readonly [string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['another module', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)],
  ['a module that breaks off', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 10, 200, 1, 0)],
])('%s is refused and not patched', (_what, bytes) => {
  expect(() => withDurationPatch(readModule(bytes))).toThrow('The WebAssembly module')
})
