import { expect, test } from 'vitest'
import { checkReading } from './check-reading.ts'
import { expectedWords } from './expected-words.ts'

const TEXT = 'The 3 children eat rice.'
const WORDS = expectedWords(TEXT, 'en')

test('a word that is missing is found at its written place, and a figure in its words', () => {
  const heard = { text: 'the children eat rice', evidence: [40] }
  expect(checkReading(TEXT, WORDS, heard)).toEqual({
    ...{ words: 5, heard: 'the children eat rice', basis: 'sound' },
    findings: [
      {
        ...{ kind: 'missing', from: 4, to: 5, written: '3', expected: 'three', heard: '' },
        isSure: true,
      },
    ],
  })
})

test('a word that is said again is found behind its first place, with its time', () => {
  const said = 'the three three children eat rice'.split(' ')
  const words = said.map((text, at) => ({ text, start: at, end: at + 0.5 }))
  const reading = checkReading(TEXT, WORDS, { text: said.join(' '), words, evidence: [60] })
  expect(reading.findings).toEqual([
    {
      ...{ kind: 'repeated', from: 5, to: 5, written: '', expected: '', heard: 'three' },
      ...{ start: 2, end: 2.5, isSure: true },
    },
  ])
})

test('what the sound does not bear out is the recogniser’s own mistake', () => {
  const heard = { text: 'the tree children eat rise', evidence: [2, 11.9] }
  expect(checkReading(TEXT, WORDS, heard)).toMatchObject({ findings: [], basis: 'sound' })
})

test('where only words can be compared, it is said, and words that sound alike are passed over', () => {
  const reading = checkReading(TEXT, WORDS, { text: 'the tree children drink' })
  expect(reading.basis).toBe('words')
  expect(reading.findings.map(({ kind, heard, isSure }) => [kind, heard, isSure])).toEqual([
    ['missing', '', false],
    ['different', 'drink', false],
  ])
})

test('in silence every word is missing, for sure', () => {
  const { findings } = checkReading(TEXT, WORDS, { text: '', evidence: [null] })
  expect(findings).toMatchObject([
    { kind: 'missing', written: 'The 3 children eat rice', isSure: true },
  ])
})

test('a word whose letters the recogniser does not know is not held against the reading', () => {
  const { findings } = checkReading(TEXT, WORDS, {
    text: 'the xylophone children eat rice',
    evidence: [null],
  })
  expect(findings).toEqual([])
})
