import { expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { normalise } from './normalise.ts'

const MARKED = [
  ['Ade wa.[12] Bola lo.', 'Ade wa. Bola lo.'],
  ['Ade wa.[1][2] Bola lo.', 'Ade wa. Bola lo.'],
  ['Ade wa.[3–5, 7] Bola lo.', 'Ade wa. Bola lo.'],
  ['Ade wa.[a] Bola lo.', 'Ade wa. Bola lo.'],
  ['Ade wa.[note 3] Bola lo.', 'Ade wa. Bola lo.'],
  ['Ade[1], Bola[^2] lo.', 'Ade, Bola lo.'],
  ['Ade wa.[^kini]\n[^kini]: Bola lo.', 'Ade wa.\nBola lo.'],
] as const

test.each(LANGUAGES.map(({ code }) => code))('marks of footnotes are silent in %s', (language) => {
  for (const [marked, plain] of MARKED)
    expect(normalise(marked, language)).toBe(normalise(plain, language))
})

test.each([
  ['There were [12 people] here.', 'twelve'],
  ['It came.[12 people] Then.', 'twelve'],
  ['Take x[1] and stop.', 'one'],
  ['Set names[2] = 5 now.', 'two'],
  ['Ask names[0] now.', 'zero'],
  ['As [3] says.', 'three'],
  ['Bring the word[s] now.', 's'],
])('of "%s", %j is read', (text, word) => {
  expect(normalise(text, 'en').toLowerCase()).toMatch(new RegExp(`\\b${word}\\b`))
})
