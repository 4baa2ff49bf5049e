import type { Timing } from '#shared/audio.ts'
import { centreHz } from '#speech/dsp/mel-bands.ts'
import { BREATH_FROM_HZ, type Colour, openColour } from './colour.ts'
import type { VoiceProfile } from './profile.ts'
import { soundsOf } from './sounds.ts'
import { type FilterFor, openTimbre, type Timbre } from './timbre.ts'

/** Above this the bases have no sound of their own. */
const BASE_ENDS_HZ = 7_000
/**
 * In no sound does a timbre make breath louder than this, as a factor on power: 6 dB. The loudest sound of 28 timbres of
 * seven speakers (wide, dull twice, telephone) lies 4.4 dB above all; 9 dB in one that has no breath.
 */
const MOST_BREATH = 4

/**
 * Gives blocks of a sentence, in order and in place, the colour and the timbre of a person. Breath and what lies above
 * the base's own sound pass through the throat too, where the timbre was measured so. `phones`: IPA, in order of time.
 */
export function openThroat(
  profile: VoiceProfile,
  filterFor: FilterFor | undefined,
  phones: readonly Timing[],
): (block: Float32Array, startSample: number) => void {
  const { colour, timbre, formantScale } = profile
  const shape = filterFor && openTimbre(filterFor, soundsOf(phones))
  const fromHz = BASE_ENDS_HZ * formantScale
  if (!timbre?.followsColour) {
    const tint = openColour(colour, { fromHz, hasVowels: false })
    return (block, start) => {
      shape?.(block, start)
      tint(block)
    }
  }
  const tint = openColour(colourBefore(timbre, colour), { fromHz, hasVowels: true })
  return (block, start) => {
    tint(block)
    shape?.(block, start)
  }
}

/** A colour whose breath takes a timbre's form, and is as loud after it as without. */
function colourBefore({ all, sounds }: Timbre, colour: Colour): Colour {
  const loudest = Math.max(...Object.values(sounds).map(breathPower), 0)
  const power = Math.max(breathPower(all), loudest / MOST_BREATH)
  return { ...colour, breath: colour.breath / Math.sqrt(power) }
}

/** What gains make of the power of breath, as a factor. */
function breathPower(gains: readonly number[]): number {
  const heard = gains.filter((_, band) => centreHz(band) > BREATH_FROM_HZ)
  return heard.reduce((sum, decibels) => sum + 10 ** (decibels / 10), 0) / heard.length
}
