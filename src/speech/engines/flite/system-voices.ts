import type { VoiceInfo } from '#shared/voices.ts'
import { CAST, type CastRow, castRow } from '#speech/engines/cast.ts'
import type { FliteVoice } from './flite.ts'
import type { VoiceProfile } from './profile.ts'

/**
 * Name, base, median pitch (Hz), formant scale, rate, tonal range (semitones), exponent on the base's own intonation (1 where
 * left out) | low, middle, presence, high (dB), breath | gain (dB). Set by hand and measured, until no two voices were too close to tell apart.
 */
const TABLE = `
Hana     slt 213 1.20 1.02 6 |   2   3  -3  -3 0.2 |  -6.8
Haile    awb 143 1.10 1.00 6 |  -2   4  -2   1   0 |   0.0
Tesfaye  rms  91 1.05 0.94 5 |   3  -2   0  -2   0 |  -0.6
Tena     rms 178 1.16 0.97 6 |   4  -2  -1  -4 0.4 |  -0.9
John     rms 100 1.00 1.06 6 1.2 |   0   0   0   0   0 |   1.5
Lucy     slt 182 1.03 1.00 6 2.1 |   0   0   0   0   0 |  -4.8
Lina     slt 205 1.02 1.05 6 2.3 |  -3   1   1   2   0 |  -3.9
Jude     awb 127 1.03 1.02 6 |   0   0   1   1   0 |  -0.3
Henry    rms  85 0.97 0.96 6 1.2 |   2   0   0  -1   0 |   0.1
Kani     slt 166 0.98 0.96 6 |   2   0   0  -1 0.1 |  -5.7
Kingsley awb 106 1.02 0.96 6 |   2   0   0   0   0 |  -2.1
Remi     rms 222 1.16 1.03 6 |  -2   1   3   2   0 |   1.2
Hasan    slt 112 0.86 1.00 5 |   3  -3   1  -2   0 |  -3.9
Amina    slt 188 1.13 0.98 5 |   5  -4   0  -3 0.1 |  -7.5
Zainab   awb 232 1.16 1.04 6 |  -1   2   0   2   0 |  -2.6
Aliyu    rms 113 1.06 1.02 5 |  -3   3   1   1   0 |   3.0
Obinna   slt 139 0.91 1.03 6 |  -2   3   1   2   0 |  -1.6
Ngozi    rms 168 1.10 0.97 6 |   1   3  -1   0 0.1 |   0.9
Amara    slt 240 1.15 1.03 6 |   0  -1   2   0 0.2 |  -6.3
Ebuka    rms 127 1.13 1.06 6 |   2  -3   2   3   0 |   0.6
Sade     awb 201 1.12 1.00 6 |   1   0   1  -1 0.1 |  -3.3
Funmi    slt 238 1.00 1.04 6 |  -4   4  -2   3   0 |  -3.1
Segun    awb  94 0.93 0.97 6 |   4   2  -3  -2   0 |  -3.8
Femi     slt 150 0.91 1.02 6 |   1  -2   2   0 0.1 |  -4.2
Justice  awb 117 1.10 1.06 5 |  -2   1   2   2   0 |  -0.1
Boma     rms 201 1.27 1.05 5 |   3   3  -3  -3   0 |  -0.7
Tega     rms 106 0.94 1.00 5 |   1   2  -2   0 0.1 |   1.0
Ufoma    awb 175 1.10 1.02 5 |   2  -1  -1   1 0.2 |  -2.7
`

/** English voices that keep the base speaker's own accent; the others speak English as in Nigeria, Amharic ones excepted. */
const KEEP_BASE_ACCENT: ReadonlySet<string> = new Set(['John', 'Lucy', 'Lina', 'Henry'])

/** The 28 voices, in the order in which the API lists them. */
export const SYSTEM_VOICES: readonly VoiceProfile[] = CAST.map((info) => {
  const row = castRow(TABLE, info.name)
  if (row === undefined) throw new Error(`flite has no parameters for ${info.name}.`)
  return profileOf(info, row)
})

function profileOf(info: VoiceInfo, { identity, equaliser, gainDecibels }: CastRow): VoiceProfile {
  const [base, ...numbers] = identity
  const [f0Hz = 0, formantScale = 1, rate = 1, rangeSemitones = 0, pitchVariance = 1] =
    numbers.map(Number)
  const [low = 0, middle = 0, presence = 0, high = 0, breath = 0] = equaliser
  return {
    info,
    // The table has no other base; the tests speak with all 28 voices.
    base: base as FliteVoice,
    f0Hz,
    rangeSemitones,
    pitchVariance,
    formantScale,
    equaliser: { low, middle, presence, high, breath },
    rate,
    hasNigerianAccent: info.language !== 'am' && !KEEP_BASE_ACCENT.has(info.name),
    gainDecibels,
  }
}
