import type { VoiceInfo } from '#shared/voices.ts'
import type { SpectralEnvelope } from '#speech/cloning/envelope-filter.ts'
import { CAST, type CastRow, castRow } from '#speech/engines/cast.ts'
import type { SpectralChange } from './spectral-transform.ts'
import { decodeTraits, type Mixture } from './traits.ts'

/** The engine's id in libraries and between processes. */
export const NEURAL_ID = 'griot-neural'

/** How one of the voices speaks. */
export interface NeuralVoice {
  readonly info: VoiceInfo
  /** Recorded speakers that it is made of, with their weights. */
  readonly mixture: Mixture
  /** Mean pitch in Hz. */
  readonly f0Hz: number
  /** Distance of the high tone from the low one. */
  readonly rangeSemitones: number
  /** Pace: 1 is even, 1.1 a tenth faster. */
  readonly rate: number
  readonly change: SpectralChange
  /** Gains by segment, where the voice was made of a recording. */
  readonly spectralEnvelope?: SpectralEnvelope
  /** Gain that brings the voice to the loudness of all others. */
  readonly gainDecibels: number
}

/**
 * Name, mixture of recorded speakers, mean pitch (Hz), formant scale, rate, tonal range (semitones) | low, middle,
 * presence, high (dB) | gain (dB).
 */
const TABLE = `
Haile    am           88 1.00 0.90 6.9 |   0   0   0   0 |   7.3
Hana     am-woman-11:2+am 192 1.04 0.90 6.9 |   0   0   0   0 |   9.1
Tena     am-woman-11+am-woman-03+am-woman-04+am-woman-02 222 1.09 0.90 6.9 |   0   0   0   0 |  11.7
Tesfaye  am+rms       76 0.94 0.90 6.9 |   0   0   0   0 |  10.0
Jude     yo+awb      138 1.03 1.02 6 |   0   0   0   0 |  11.5
Kingsley yo+rms      104 0.97 0.96 6 |   0   0   0   0 |  11.1
Kani     en-kathleen:2+pcm 162 0.95 0.97 6.0 |   0   0   0   0 |   8.6
Remi     en-lj:2+pcm 244 1.00 1.04 6 |   0   0   0   0 |  10.2
Hasan    ha-man-1+am 106 0.98 0.98 5 |   0   0   0   0 |   7.7
Amina    pcm+slt     190 0.98 0.97 5 |   3  -2  -1  -2 |   6.9
Zainab   pcm:2+yo    222 1.06 1.04 6 |   3   1  -1  -2 |   6.4
Aliyu    ha-man-1+yo 122 1.06 1.03 5 |   0   0   0   0 |  10.2
Obinna   yo:2+awb    134 1.08 1.03 6 |  -2   0   1   2 |  11.7
Ngozi    pcm:3+yo    168 0.96 0.96 6 |   3   1  -2  -3 |   5.6
Amara    yo+pcm+slt  248 1.11 1.00 6 |  -2   0   2   2 |  12.8
Ebuka    yo+awb      110 0.98 1.05 6 |  -2   2   1   1 |  11.0
Sade     yo+pcm      202 1.06 0.97 6 |   0   0   1   0 |   8.8
Funmi    yo:2+slt    232 1.06 0.96 6 |  -2   1   0   1 |  12.5
Segun    yo          128 1.00 0.97 6 |   0   0   0   0 |   7.9
Femi     yo          152 1.04 1.00 6 |   0   0   1   1 |   8.7
Justice  pcm:2+ha-man-1 122 0.90 1.00 5 |   0   0   0   0 |   9.5
Boma     pcm         202 1.00 0.94 5 |   0  -2   1   2 |   7.7
Tega     pcm:2+rms   104 0.88 0.94 5 |   0   0   0   0 |  10.5
Ufoma    pcm+yo      176 0.95 0.97 5 |  -2  -1   2   1 |  11.7
`

/**
 * Voices that this engine gives to the cast, in its order: all that it speaks better than flite by the measures of
 * models/native-speech/README.md.
 */
export const NEURAL_VOICES: readonly NeuralVoice[] = CAST.flatMap((info) => {
  const row = castRow(TABLE, info.name)
  return row === undefined ? [] : [voiceOf(info, row)]
})

/** Accents of the voices of the cast as BCP 47 tags: all but Amharic ones speak English as in Nigeria. */
export function dialectsOf({ info }: NeuralVoice): readonly string[] {
  return info.language === 'am' ? [] : ['en-NG']
}

/** A voice that was made of a recording. `traits`: as libraries hold them. Throws an Error where they are none. */
export function recordedVoice(info: VoiceInfo, traits: unknown): NeuralVoice {
  const { formantScale, ...same } = decodeTraits(traits)
  return { info, ...same, change: { formantScale, low: 0, middle: 0, presence: 0, high: 0 } }
}

function voiceOf(info: VoiceInfo, { identity, equaliser, gainDecibels }: CastRow): NeuralVoice {
  const [mixture = '', ...numbers] = identity
  const [f0Hz = 0, formantScale = 1, rate = 1, rangeSemitones = 0] = numbers.map(Number)
  const [low = 0, middle = 0, presence = 0, high = 0] = equaliser
  return {
    info,
    mixture: mixture.split('+').map((part) => {
      const [name = '', weight = '1'] = part.split(':')
      return [name, Number(weight)] as const
    }),
    ...{ f0Hz, rangeSemitones, rate, gainDecibels },
    change: { formantScale, low, middle, presence, high },
  }
}
