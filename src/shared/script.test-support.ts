import fc from 'fast-check'
import type { LineDoubts } from './doubts.ts'
import type { Script, ScriptLine, ScriptSettings } from './script.ts'

/** A line for tests. */
export function line(id: string, text = `text of ${id}`): ScriptLine {
  return { id, text, voice: 'lina', speed: 1 }
}

/** A script of lines with these ids. */
export function scriptOf(...ids: string[]): Script {
  return { title: 'Ìtàn', lines: ids.map((id) => line(id)) }
}

const ids = fc.constantFrom(...'abcdefghijklmnop')
const texts = fc.constantFrom('Ẹ káàárọ̀.', 'ሰላም።', 'Good morning.', '', 'Sannu da zuwa.', '😀')

/** Any line, with one of a few ids, so that scripts share some. */
const anyLine: fc.Arbitrary<ScriptLine> = fc.record(
  {
    id: ids,
    text: texts,
    voice: fc.constantFrom('lina', 'john'),
    speed: fc.constantFrom(0.8, 1, 1.2),
    language: fc.constantFrom('yo' as const, 'en' as const),
    languageChosen: fc.constant(true as const),
    heardAt: fc.constantFrom({ start: 0, end: 1.5 }, { start: 1.5, end: 2 }),
    kind: fc.constant('chapter' as const),
    pitch: fc.constantFrom(-2, 3),
    volume: fc.constantFrom(-6, 4),
    pauseAfter: fc.constantFrom(0, 2),
    comment: fc.constantFrom('Check the name.', 'Slower?'),
    original: fc.record({
      text: texts,
      language: fc.constantFrom('ha' as const, 'en' as const),
      ...{ translated: texts, made: texts },
    }),
    doubts: fc.constantFrom<LineDoubts>(
      { found: [{ kind: 'negation', source: 'not', text: '' }] },
      { found: [{ kind: 'figures', source: '', text: '2' }], accepted: 'ሰላም።' },
    ),
  },
  { requiredKeys: ['id', 'text', 'voice', 'speed'] },
)

const cast = fc.dictionary(
  fc.constantFrom('Narrator', 'Ṣọlá', 'Chidi'),
  fc.record({ voice: fc.constantFrom('lina', 'john') }),
  { minKeys: 1 },
)
const anySettings: fc.Arbitrary<ScriptSettings> = fc.oneof(
  fc.record({ lineGap: fc.constantFrom(0, 0.5) }),
  fc.record({ languages: fc.constant<ScriptSettings['languages'] & object>(['yo', 'en']), cast }),
  fc.record({ cast, chapterGap: fc.constantFrom(1, 3), speaksDirections: fc.boolean() }),
)

/** Any script of up to sixteen lines. */
export const anyScript: fc.Arbitrary<Script> = fc.record(
  {
    title: fc.constantFrom('', 'Ìtàn', 'News'),
    lines: fc.uniqueArray(anyLine, { selector: ({ id }) => id, maxLength: 16 }),
    settings: anySettings,
  },
  { requiredKeys: ['title', 'lines'] },
)
