import { expect, test } from 'vitest'
import { parseSounds, phoneOf } from './arpabet.ts'
import { syllabify } from './syllabify.ts'

test.each([
  ['extra', 'EH1 K S T R AH0', 'eh k | s t r ax'],
  ['singing', 'S IH1 NG IH0 NG', 's ih ng | ih ng'],
  ['Atlantic', 'AE0 T L AE1 N T IH0 K', 'ae t | l ae n | t ih k'],
  ['computer', 'K AH0 M P Y UW1 T ER0', 'k ax m | p y uw | t er'],
  ['Agbada', 'AA0 G B AA1 D AA0', 'aa | g b aa | d aa'],
  ['Ngozi', 'NG G OW1 Z IY0', 'ng g ow | z iy'],
  ['idea', 'AY0 D IY1 AH0', 'ay | d iy | ax'],
  ['strengths', 'S T R EH1 NG K TH S', 's t r eh ng k th s'],
  ['psst', 'P S T', 'p s t'],
])('%s falls into syllables that English allows', (_, arpabet, syllables) => {
  const parts = syllabify(parseSounds(arpabet)).map(({ phones }) =>
    phones.map(({ base }) => base).join(' '),
  )
  expect(parts.join(' | ')).toBe(syllables)
})

test('every sound is in exactly one syllable, and every syllable has the stress of its vowel', () => {
  const sounds = parseSounds('K AA2 N S T AH0 N T IH0 N OW1 P AH0 L')
  const syllables = syllabify(sounds)
  expect(syllables.flatMap(({ phones }) => phones)).toEqual(sounds.map(phoneOf))
  expect(syllables.map(({ stress }) => stress)).toEqual([2, 0, 0, 1, 0])
})
