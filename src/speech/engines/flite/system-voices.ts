import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { sampleOf } from '#speech/languages/samples.ts'
import type { FliteVoice } from './flite.ts'
import type { VoiceProfile } from './profile.ts'

/**
 * Language, name, gender, base, median pitch (Hz), formant scale, rate, tonal range (semitones) | low, middle,
 * presence, high (dB), breath | gain (dB) | character. Set by hand and measured, until no two voices were too close to
 * tell apart.
 */
const TABLE = `
am  Hana     f slt 213 1.20 1.02 6 |   2   3  -3  -3 0.2 |  -6.8 | Light and friendly, a neighbour
am  Haile    m awb 143 1.10 1.00 6 |  -2   4  -2   1   0 |   0.0 | Bright and courteous, a host
am  Tesfaye  m rms  91 1.05 0.94 5 |   3  -2   0  -2   0 |  -0.6 | Grave and patient, an elder
am  Tena     f rms 178 1.16 0.97 6 |   4  -2  -1  -4 0.4 |  -0.9 | Soft and close, a storyteller
en  John     m rms 100 1.00 1.06 6 |   0   0   0   0   0 |   1.5 | Steady and low, a newsreader
en  Lucy     f slt 182 1.03 1.00 6 |   0   0   0   0   0 |  -4.8 | Clear and even, a teacher
en  Lina     f slt 205 1.02 1.05 6 |  -3   1   1   2   0 |  -3.9 | Bright and quick, a presenter
en  Jude     m awb 127 1.03 1.02 6 |   0   0   1   1   0 |  -0.3 | Light and lively, a guide
en  Henry    m rms   85 0.97 0.96 6 |   2   0   0  -1   0 |   0.1 | Deep and unhurried, a storyteller
en  Kani     f slt 166 0.98 0.96 6 |   2   0   0  -1 0.1 |  -5.7 | Calm and warm, a narrator
en  Kingsley m awb 106 1.02 0.96 6 |   2   0   0   0   0 |  -2.1 | Firm and measured, an announcer
en  Remi     f rms 222 1.16 1.03 6 |  -2   1   3   2   0 |   1.2 | High and cheerful, a young host
ha  Hasan    m slt 112 0.86 1.00 5 |   3  -3   1  -2   0 |  -3.9 | Smooth and even, a reporter
ha  Amina    f slt 188 1.13 0.98 5 |   5  -4   0  -3 0.1 |  -7.5 | Gentle and clear, a teacher
ha  Zainab   f awb 232 1.16 1.04 6 |  -1   2   0   2   0 |  -2.6 | Quick and bright, a student
ha  Aliyu    m rms 113 1.06 1.02 5 |  -3   3   1   1   0 |   3.0 | Open and direct, a trader
ig  Obinna   m slt 139 0.91 1.03 6 |  -2   3   1   2   0 |  -1.6 | Young and eager, a commentator
ig  Ngozi    f rms 168 1.10 0.97 6 |   1   3  -1   0 0.1 |   0.9 | Full and motherly, a counsellor
ig  Amara    f slt 240 1.15 1.03 6 |   0  -1   2   0 0.2 |  -6.3 | High and graceful, a singer
ig  Ebuka    m rms 127 1.13 1.06 6 |   2  -3   2   3   0 |   0.6 | Crisp and confident, a presenter
yo  Sade     f awb 201 1.12 1.00 6 |   1   0   1  -1 0.1 |  -3.3 | Warm and poised, a broadcaster
yo  Funmi    f slt 238 1.00 1.04 6 |  -4   4  -2   3   0 |  -3.1 | Lively and playful, an actress
yo  Segun    m awb  94 0.93 0.97 6 |   4   2  -3  -2   0 |  -3.8 | Deep and solemn, a chronicler
yo  Femi     m slt 150 0.91 1.02 6 |   1  -2   2   0 0.1 |  -4.2 | Light and reflective, a poet
pcm Justice  m awb 117 1.10 1.06 5 |  -2   1   2   2   0 |  -0.1 | Sharp and funny, a comedian
pcm Boma     f rms 201 1.27 1.05 5 |   3   3  -3  -3   0 |  -0.7 | Bold and bubbly, a market seller
pcm Tega     m rms 106 0.94 1.00 5 |   1   2  -2   0 0.1 |   1.0 | Easy and low, a driver
pcm Ufoma    f awb 175 1.10 1.02 5 |   2  -1  -1   1 0.2 |  -2.7 | Husky and frank, an aunt
`

/** English voices that keep the base speaker's own accent; the others speak English as in Nigeria, Amharic ones excepted. */
const KEEP_BASE_ACCENT: ReadonlySet<string> = new Set(['John', 'Lucy', 'Lina', 'Henry'])

/** The 28 voices, in the order in which the API lists them. */
export const SYSTEM_VOICES: readonly VoiceProfile[] = LANGUAGES.flatMap(({ code }) =>
  TABLE.trim()
    .split('\n')
    .filter((row) => row.startsWith(`${code} `))
    .map((row) => profileOf(code, row)),
)

function profileOf(language: LanguageCode, row: string): VoiceProfile {
  const [identity = '', equaliser = '', gain = '', character = ''] = row.split('|')
  const [, name = '', gender, base, ...numbers] = identity.trim().split(/\s+/)
  const [f0Hz = 0, formantScale = 1, rate = 1, rangeSemitones = 0] = numbers.map(Number)
  const [low = 0, middle = 0, presence = 0, high = 0, breath = 0] = equaliser
    .trim()
    .split(/\s+/)
    .map(Number)
  const info: VoiceInfo = {
    id: name.toLowerCase(),
    name,
    gender: gender === 'f' ? 'female' : 'male',
    language,
    character: character.trim(),
    sample: sampleOf(name, language),
  }
  return {
    info,
    // The table has no other base; the tests speak with all 28 voices.
    base: base as FliteVoice,
    f0Hz,
    rangeSemitones,
    pitchVariance: 1,
    formantScale,
    equaliser: { low, middle, presence, high, breath },
    rate,
    hasNigerianAccent: language !== 'am' && !KEEP_BASE_ACCENT.has(name),
    gainDecibels: Number(gain),
  }
}
