import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DESKTOP_TEXTS } from '#shared/desktop.ts'
import { INTERFACE_LANGUAGES } from '#shared/interface-languages.ts'
import { SETTING_SECTIONS } from '#shared/setting-definition.ts'
import { SETTINGS } from '#shared/settings-list.ts'
import { FIXED_KEYS, SHORTCUTS } from '#shared/shortcuts.ts'
import { CAST } from '#speech/engines/cast.ts'
import { catalogueOf, slotsOf, textsInCode } from '../interface-texts.ts'

test('no text is in the code of the studio', () => {
  const found = textsInCode()
  expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
})

/** Texts that the command line shares with the studio. */
const SHARED: ReadonlySet<string> = new Set([
  ...SETTING_SECTIONS.map(({ name }) => name),
  ...[...SHORTCUTS, ...FIXED_KEYS].map(({ name }) => name),
  ...CAST.map(({ character }) => character),
  ...DESKTOP_TEXTS,
  ...SETTINGS.flatMap(({ name, description, emptyWords = 'None', value }) => [
    ...[name, description, emptyWords],
    ...('choices' in value ? value.choices.map(({ label }) => label) : []),
    ...('unit' in value ? [value.unit] : []),
  ]),
])

const english = catalogueOf('en')
const PLURAL = /_(zero|one|two|few|many|other)$/
const baseOf = (key: string): string => key.replace(PLURAL, '')
const bases = new Map([...english].map(([key, text]) => [baseOf(key), text]))

test('every English text is used', () => {
  const code = readdirSync('src/renderer', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join('src/renderer', path), 'utf8'))
    .join('\n')
  // A key that ends in something computed is in the code up to there.
  const computed = [...code.matchAll(/['`]([\w-]+:[\w.]*)\$\{/g)].map(([, start]) => start ?? '')
  const unused = [...bases.keys()].filter(
    (key) =>
      !code.includes(`'${key}'`) &&
      !code.includes(`"${key}"`) &&
      !computed.some((start) => key.startsWith(start)),
  )
  expect(unused).toEqual([])
})

test.each(INTERFACE_LANGUAGES.map(({ code }) => code))(
  'the catalogue of %s fits the English one',
  (language) => {
    const problems: string[] = []
    for (const [key, text] of catalogueOf(language)) {
      const original = bases.get(baseOf(key))
      if (/<(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)>/.test(text))
        problems.push(`${key} has a tag that cannot hold words`)
      if (key.startsWith('shared:')) {
        if (!SHARED.has(key.slice('shared:'.length)))
          problems.push(`${key} is no text of src/shared`)
        continue
      }
      if (original === undefined) problems.push(`${key} is not in English`)
      else if (text.trim() === '') problems.push(`${key} is empty`)
      else if (!isSameSlots(slotsOf(text), slotsOf(original), PLURAL.test(key)))
        problems.push(
          `${key} puts in ${slotsOf(text).join(' ')} instead of ${slotsOf(original).join(' ')}`,
        )
    }
    expect(problems).toEqual([])
  },
)

const TRANSLATIONS = INTERFACE_LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en')

/** Several words, which a language says in its own way; names of formats, units and languages are the same everywhere. */
function isSentence(text: string): boolean {
  return /\p{L}{2,} \p{L}{2,}/u.test(text)
}

/** The form of a plural for one may leave the number out. */
function isSameSlots(
  slots: readonly string[],
  wanted: readonly string[],
  isPlural: boolean,
): boolean {
  const needed = wanted.filter((slot) => !(isPlural && slot === 'count'))
  return (
    needed.every((slot) => slots.includes(slot)) && slots.every((slot) => wanted.includes(slot))
  )
}

test.each(TRANSLATIONS)('no text of the studio is missing in the catalogue of %s', (language) => {
  const known = new Set([...catalogueOf(language).keys()].map(baseOf))
  expect([...bases.keys()].filter((key) => !known.has(key))).toEqual([])
  expect([...SHARED].filter((text) => isSentence(text) && !known.has(`shared:${text}`))).toEqual([])
})

test.each(INTERFACE_LANGUAGES.map(({ code }) => code))(
  'plurals of %s have the forms that the language has',
  (language) => {
    const keys = [...catalogueOf(language).keys()]
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const known = new Set(keys)
    const problems = keys
      .filter((key) => PLURAL.test(key))
      .flatMap((key) => {
        const form = PLURAL.exec(key)?.[1] ?? ''
        if (!forms.some((one) => one === form)) return [`${key}: there is no such form`]
        return forms.map((one) => `${baseOf(key)}_${one}`).filter((needed) => !known.has(needed))
      })
    expect([...new Set(problems)]).toEqual([])
  },
)
