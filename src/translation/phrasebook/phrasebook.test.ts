import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { ENTRIES } from './entries.ts'
import { fixedBeginning } from './phrasebook.ts'

describe('whole sentences', () => {
  test.each([
    ['Good morning.', 'en', 'yo', 'Ẹ káàárọ̀.'],
    ['good  morning', 'en', 'ha', 'Barka da safiya'],
    ['Thank you very much!', 'en', 'ig', 'Daalụ nke ukwuu!'],
    ['I’m fine.', 'en', 'am', 'ደህና ነኝ።'],
    ['How are you?', 'en', 'pcm', 'How you dey?'],
    ['E kaaro.', 'yo', 'en', 'Good morning.'],
    ['Ẹ káàrọ̀!', 'yo', 'en', 'Good morning!'],
    ['Yi hakuri.', 'ha', 'en', 'I am sorry.'],
    ['እንደምን አደርክ፧', 'am', 'en', 'Good morning?'],
    ['Kedu?', 'ig', 'en', 'How are you?'],
    ['Ẹ káàárọ̀.'.normalize('NFD'), 'yo', 'en', 'Good morning.'],
  ] as const)('%s (%s to %s)', (sentence, source, target, said) => {
    expect(fixedBeginning(sentence, source, target)).toEqual({ said, rest: '' })
  })
})

test('what stands before the first comma is fixed, the rest is left', () => {
  expect(fixedBeginning('Good morning, how is work?', 'en', 'yo')).toEqual({
    said: 'Ẹ káàárọ̀, ',
    rest: 'how is work?',
  })
  expect(fixedBeginning('Please, close the door.', 'en', 'am')).toEqual({
    said: 'እባክዎ፣ ',
    rest: 'close the door.',
  })
})

test.each(['Good morning Lagos.', 'Thank, you', 'No.5', '', '...', '\uE000, yes', 'Yes, …'])(
  'anything else is left to the translator: %j',
  (sentence) => {
    expect(fixedBeginning(sentence, 'en', 'yo')).toBeUndefined()
  },
)

test('a language that has no form of its own is left to the translator', () => {
  expect(fixedBeginning('Good luck.', 'en', 'yo')).toBeUndefined()
})

test('what is written is understood, and entries are composed and without final signs', () => {
  for (const entry of ENTRIES)
    for (const { code } of LANGUAGES)
      for (const form of entry[code] ?? []) {
        expect(form).toBe(form.normalize('NFC').trim())
        expect(form).toMatch(/[\p{L}\p{M}]$/u)
        expect(fixedBeginning(form, code, 'en')?.rest).toBe('')
      }
})
