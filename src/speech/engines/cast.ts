import { LANGUAGES } from '#shared/languages/languages.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { sampleOf } from '#speech/languages/samples.ts'
import type { EngineDefinition, EngineVoice } from './engine.ts'

/** Language, name, gender | character. */
const TABLE = `
am  Hana     f | Light and friendly, a neighbour
am  Haile    m | Bright and courteous, a host
am  Tesfaye  m | Grave and patient, an elder
am  Tena     f | Soft and close, a storyteller
en  John     m | Steady and low, a newsreader
en  Lucy     f | Clear and even, a teacher
en  Lina     f | Bright and quick, a presenter
en  Jude     m | Light and lively, a guide
en  Henry    m | Deep and unhurried, a storyteller
en  Kani     f | Calm and warm, a narrator
en  Kingsley m | Firm and measured, an announcer
en  Remi     f | High and cheerful, a young host
ha  Hasan    m | Smooth and even, a reporter
ha  Amina    f | Gentle and clear, a teacher
ha  Zainab   f | Quick and bright, a student
ha  Aliyu    m | Open and direct, a trader
ig  Obinna   m | Young and eager, a commentator
ig  Ngozi    f | Full and motherly, a counsellor
ig  Amara    f | High and graceful, a singer
ig  Ebuka    m | Crisp and confident, a presenter
yo  Sade     f | Warm and poised, a broadcaster
yo  Funmi    f | Lively and playful, an actress
yo  Segun    m | Deep and solemn, a chronicler
yo  Femi     m | Light and reflective, a poet
pcm Justice  m | Sharp and funny, a comedian
pcm Boma     f | Bold and bubbly, a market seller
pcm Tega     m | Easy and low, a driver
pcm Ufoma    f | Husky and frank, an aunt
`

/**
 * The 28 people who speak, whichever engine gives them a voice: by language in the order of `LANGUAGES`, which is that of
 * the API.
 */
export const CAST: readonly VoiceInfo[] = LANGUAGES.flatMap(({ code }) =>
  TABLE.trim()
    .split('\n')
    .filter((row) => row.startsWith(`${code} `))
    .map((row): VoiceInfo => {
      const [identity = '', character = ''] = row.split('|')
      const [, name = '', gender] = identity.trim().split(/\s+/)
      return {
        ...{ id: name.toLowerCase(), name, language: code, character: character.trim() },
        gender: gender === 'f' ? 'female' : 'male',
        sample: sampleOf(name, code),
      }
    }),
)

/** What an engine's table says of a person. */
export interface CastRow {
  /** What stands after the name, word by word: what the voice is made of, and its numbers. */
  readonly identity: readonly string[]
  /** Low, middle, presence and high in dB, and what the engine has after them. */
  readonly equaliser: readonly number[]
  readonly gainDecibels: number
}

/** The row `NAME … | equaliser | gain` of a table; undefined where it has none for the name. */
export function castRow(table: string, name: string): CastRow | undefined {
  const row = table.split('\n').find((line) => line.startsWith(`${name} `))
  if (row === undefined) return undefined
  const [identity = '', equaliser = '', gain = ''] = row.split('|').map((part) => part.trim())
  return {
    identity: identity.split(/\s+/).slice(1),
    equaliser: equaliser.split(/\s+/).map(Number),
    gainDecibels: Number(gain),
  }
}

const LANGUAGE_RANK = new Map<string, number>(LANGUAGES.map(({ code }, index) => [code, index]))
const CAST_RANK = new Map<string, number>(CAST.map(({ id }, index) => [id, index]))

/**
 * The voices of engines, each once, as the first engine that has it gives it: by language in the order of `LANGUAGES`, and
 * in that of `CAST`.
 */
export function voicesOf(engines: readonly EngineDefinition[]): readonly EngineVoice[] {
  const byId = new Map<string, EngineVoice>()
  for (const voice of engines.flatMap((engine) => engine.voices()))
    if (!byId.has(voice.id)) byId.set(voice.id, voice)
  const rank = (voice: EngineVoice): number =>
    1_000 * (LANGUAGE_RANK.get(voice.language) ?? LANGUAGES.length) +
    (CAST_RANK.get(voice.id) ?? CAST.length)
  return [...byId.values()].sort((one, other) => rank(one) - rank(other))
}
