import type { Timing } from '#shared/audio.ts'
import {
  type FilterLookup,
  openEnvelopeFilter,
  type SpectralEnvelope,
} from '#speech/cloning/envelope-filter.ts'
import { centreHz } from '#speech/dsp/mel-bands.ts'
import { baseSegmentsOf } from './base-segments.ts'
import { BREATH_FROM_HZ, type Equaliser, openEqualiser } from './equaliser.ts'
import type { VoiceProfile } from './profile.ts'

/** Bandwidth of the base voices at 16 kHz. */
const BASE_BANDWIDTH_HZ = 7_000
/**
 * Highest factor by which an envelope amplifies the power of breath noise in any segment: 6 dB. Among 28 envelopes of
 * seven speakers (wide band, two dull ones, telephone), the loudest segment lies 4.4 dB above the mean; 9 dB in one
 * without breath.
 */
const MAX_BREATH_GAIN = 4

/**
 * Filters blocks of a sentence, in order and in place, with a voice's equaliser and spectral envelope. Breath and the
 * synthetic high band pass through the envelope too where it was measured after them. `phones`: IPA, in order of time.
 */
export function openVocalTractFilter(
  profile: VoiceProfile,
  filterFor: FilterLookup | undefined,
  phones: readonly Timing[],
): (block: Float32Array, startSample: number) => void {
  const { equaliser, spectralEnvelope: envelope, formantScale } = profile
  const filterEnvelope = filterFor && openEnvelopeFilter(filterFor, baseSegmentsOf(phones))
  const fromHz = BASE_BANDWIDTH_HZ * formantScale
  if (!envelope?.followsEqualiser) {
    const equalise = openEqualiser(equaliser, { fromHz, hasVowels: false })
    return (block, start) => {
      filterEnvelope?.(block, start)
      equalise(block)
    }
  }
  const equalise = openEqualiser(equaliserBefore(envelope, equaliser), { fromHz, hasVowels: true })
  return (block, start) => {
    equalise(block)
    filterEnvelope?.(block, start)
  }
}

/** Scales breath so that it has the same power after the envelope as without one. */
function equaliserBefore({ all, sounds }: SpectralEnvelope, equaliser: Equaliser): Equaliser {
  const loudest = Math.max(...Object.values(sounds).map(breathPower), 0)
  const power = Math.max(breathPower(all), loudest / MAX_BREATH_GAIN)
  return { ...equaliser, breath: equaliser.breath / Math.sqrt(power) }
}

/** Factor of a set of gains on the power of breath noise. */
function breathPower(gains: readonly number[]): number {
  const heard = gains.filter((_, band) => centreHz(band) > BREATH_FROM_HZ)
  return heard.reduce((sum, decibels) => sum + 10 ** (decibels / 10), 0) / heard.length
}
