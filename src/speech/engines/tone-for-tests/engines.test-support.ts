import { registerEngine } from '#speech/engines/registry.ts'
import { toneEngine } from './tone-engine.test-support.ts'

/** Another sample rate than the studio's, and a length that is known only at the end of the sound. */
export const STREAMING = toneEngine({
  id: 'streaming-tones',
  sampleRate: 16_000,
  tellsLength: false,
})
/** A rate that is no simple fraction of the studio's, and a length that is known before. */
export const PLANNED = toneEngine({ id: 'planned-tones', sampleRate: 22_050, tellsLength: true })

/** Never the same samples twice. */
export const SAMPLED = toneEngine({
  ...{ id: 'sampled-tones', sampleRate: 24_000, tellsLength: true, isNoisy: true },
})

/** Registers all three in this process; answers what takes them out again. */
export function registerToneEngines(): () => void {
  const removals = [STREAMING, PLANNED, SAMPLED].map(registerEngine)
  return () => {
    for (const remove of removals) remove()
  }
}
