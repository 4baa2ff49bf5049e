import { expect, test } from 'vitest'
import { openTestPhonemizer } from '#speech/phonemes/phonemizer.test-support.ts'
import { africanName, isAfricanName } from './african-names.ts'
import { standardNigerianAccent } from './nigerian-accent.ts'

test.each([
  ['nwabueze', 'N W AA B UW EH1 Z EY0'],
  ['gbolahan', 'G B AO0 L AA1 HH AA0 N'],
  ['okpara', 'AO0 K P AA1 R AA0'],
  ['tchidi', 'CH IY1 D IY0'],
  ['mkpa', 'M K P AA1'],
])('the letters of "%s" are said one by one', (name, arpabet) => {
  expect(isAfricanName(name)).toBe(true)
  const bare = (sounds: string): string => sounds.replace(/[02]/g, '0')
  const said = africanName(name).join(' ')
  expect(bare(said).replace(/0/g, '')).toBe(bare(arpabet).replace(/0/g, ''))
})

test.each(['market', 'ndlr', 'nhs', 'bright', 'numb', 'chief'])('"%s" is no such name', (word) => {
  expect(isAfricanName(word)).toBe(false)
})

test('a name that begins as no English word does is not spelled out', async () => {
  const { words } = await openTestPhonemizer().sentenceOf('Nwachi met Gbosa and Mbaise')
  const said = standardNigerianAccent(words).map(({ syllables }) =>
    syllables.flatMap(({ phones }) => phones.map(({ ipa }) => ipa)).join(''),
  )
  expect(said).toEqual(['nwatʃi', 'mɛt', 'ɡbɔsa', 'and', 'mbaɪse'])
})
