import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Script, ScriptLine } from '#shared/script.ts'
import { type StudioState, useStudio } from './studio-store.ts'
import { noteVoiceChoice, type SettledVoices, withVoiceOfLanguage } from './voice-by-language.ts'

const voice = (id: string, language: LanguageCode) =>
  ({
    ...{ id, name: id, kind: 'system', language, gender: 'female', character: 'Clear' },
  }) as StudioState['voices'][number]
const VOICES = [
  voice('john', 'en'),
  voice('segun', 'yo'),
  voice('sade', 'yo'),
  voice('hasan', 'ha'),
]
const line = (id: string, more: Partial<ScriptLine> = {}): ScriptLine => ({
  ...{ id, text: `Text ${id}`, voice: 'john', speed: 1 },
  ...more,
})
const script = (...lines: ScriptLine[]): Script => ({ title: '', lines })
const studio = (more: Partial<StudioState> = {}): StudioState => ({
  ...useStudio.getState(),
  ...{ scriptId: 'one', voices: VOICES, ...more },
})
const YORUBA = new Map<string, LanguageCode | undefined>([
  ['a', 'yo'],
  ['b', 'en'],
  ['c', 'yo'],
])
const choose = (
  lines: Script,
  told: ReadonlyMap<string, LanguageCode | undefined>,
  state: StudioState,
  settled: Partial<SettledVoices> = {},
) => withVoiceOfLanguage(lines, told, state, { usual: undefined, of: () => '', ...settled })
const voicesOf = (found: ReturnType<typeof withVoiceOfLanguage>) =>
  found?.script.lines.map((one) => one.voice)

test('lines that nobody gave a voice get one of the language in which most of them are', () => {
  const lines = script(line('a', { language: 'yo' }), line('b'), line('c', { language: 'yo' }))
  const found = choose(lines, YORUBA, studio())
  expect(voicesOf(found)).toEqual(['segun', 'segun', 'segun'])
  // The texts keep their languages.
  expect(found?.script.lines.map(({ language }) => language)).toEqual([undefined, 'en', undefined])
  const favourites = new Set(['sade'])
  expect(choose(lines, YORUBA, studio({ favourites }))?.voice).toBe('sade')
  expect(choose(lines, YORUBA, studio(), { of: () => 'sade' })?.voice).toBe('sade')
  expect(choose(lines, YORUBA, studio(), { usual: 'john' })).toBeUndefined()
})

test('a voice that was chosen, lines that were there before, and takes leave everything as it is', () => {
  const lines = [line('a'), line('b'), line('c')]
  const other = script(...lines.slice(0, 2), line('c', { voice: 'hasan' }))
  expect(choose(other, YORUBA, studio())).toBeUndefined()
  expect(choose(script(...lines, line('d')), YORUBA, studio())).toBeUndefined()
  const take = { id: 't', key: '', seconds: 1, done: 1, total: 1, complete: true }
  expect(choose(script(...lines), YORUBA, studio({ takes: { a: take } }))).toBeUndefined()
  noteVoiceChoice('two')
  expect(choose(script(...lines), YORUBA, studio({ scriptId: 'two' }))).toBeUndefined()
})

test('English stays with the first voice, and so does a text whose language is not told', () => {
  const lines = script(line('a'), line('b'))
  const told = (one?: LanguageCode) =>
    new Map([
      ['a', one],
      ['b', undefined],
    ])
  expect(choose(lines, told('en'), studio())).toBeUndefined()
  expect(choose(lines, told(), studio())).toBeUndefined()
  expect(voicesOf(choose(lines, told('ha'), studio()))).toEqual(['hasan', 'hasan'])
})
