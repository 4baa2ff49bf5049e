import { expect, test } from 'vitest'
import { openFlite } from './flite.ts'
import { withVocoderSwitch } from './vocoder-switch.ts'

const flite = await openFlite()

test.each(['slt', 'rms', 'awb'] as const)(
  '%s tells without speaking the very segments that it speaks, before and after speaking',
  (voice) => {
    for (const text of ['Yes.', 'Ada went to the market, and nobody saw her. ', 'Really, today?']) {
      const pronunciations = new Map([['ada', ['aa1', 'd', 'ax0']]])
      const request = { voice, text, pronunciations, f0Shift: 1.1, durationStretch: 1 }
      const told = flite.time(request)
      const spoken = flite.speak(request)
      expect(told.length).toBeGreaterThan(2)
      expect(told).toEqual(spoken.segments)
      expect(flite.time(request)).toEqual(told)
      expect(flite.speak(request).samples).toEqual(spoken.samples)
    }
  },
)

test.each<readonly [string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['another module', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)],
  ['a module that breaks off', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 10, 200, 1, 0)],
])('%s is refused instead of being changed somewhere', (_what, module) => {
  expect(() => withVocoderSwitch(module)).toThrow('The flite module')
})
