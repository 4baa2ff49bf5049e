import { expect, test } from 'vitest'
import { parseSounds, phoneOf } from './arpabet.ts'
import { syllabify } from './syllabify.ts'

test.each([
  ['extra', 'EH1 K S T R AH0', 'ɛ k | s t ɹ ə'],
  ['singing', 'S IH1 NG IH0 NG', 's ɪ ŋ | ɪ ŋ'],
  ['Atlantic', 'AE0 T L AE1 N T IH0 K', 'æ t | l æ n | t ɪ k'],
  ['computer', 'K AH0 M P Y UW1 T ER0', 'k ə m | p j u | t ɚ'],
  ['Agbada', 'AA0 G B AA1 D AA0', 'ɑ | ɡ b ɑ | d ɑ'],
  ['Ngozi', 'NG G OW1 Z IY0', 'ŋ ɡ oʊ | z i'],
  ['idea', 'AY0 D IY1 AH0', 'aɪ | d i | ə'],
  ['strengths', 'S T R EH1 NG K TH S', 's t ɹ ɛ ŋ k θ s'],
  ['psst', 'P S T', 'p s t'],
])('%s falls into syllables that English allows', (_, arpabet, syllables) => {
  const parts = syllabify(parseSounds(arpabet)).map(({ phones }) =>
    phones.map(({ ipa }) => ipa).join(' '),
  )
  expect(parts.join(' | ')).toBe(syllables)
})

test('every sound is in exactly one syllable, and every syllable has the stress of its vowel', () => {
  const sounds = parseSounds('K AA2 N S T AH0 N T IH0 N OW1 P AH0 L')
  const syllables = syllabify(sounds)
  expect(syllables.flatMap(({ phones }) => phones)).toEqual(sounds.map(phoneOf))
  expect(syllables.map(({ stress }) => stress)).toEqual([2, 0, 0, 1, 0])
})
