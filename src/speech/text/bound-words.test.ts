import { expect, test } from 'vitest'
import { languageFor } from '#speech/languages/registry.ts'
import type { Word } from '#speech/utterance.ts'
import { joinsNext, withJoinedWords } from './bound-words.ts'

const { phraseBreaks } = languageFor('en')

/** The text with `_` between tokens that belong together. */
function joined(text: string): string {
  const tokens = text.split(' ')
  const joins = joinsNext(tokens, phraseBreaks)
  return tokens
    .map((token, at) => token + (joins[at] ? '_' : ' '))
    .join('')
    .trim()
}

test('words of one name belong together, also around a preposition', () => {
  expect(joined('we met Ngozi Okonjo Iweala at the University of Lagos and left')).toBe(
    'we met Ngozi_Okonjo_Iweala at the University_of_Lagos and left',
  )
})

test('a mark, a conjunction and a small letter end a name, and a line in capitals is none', () => {
  expect(joined('with Ada, Musa and Bola Tinubu')).toBe('with Ada, Musa and Bola_Tinubu')
  const heading = 'The Boys Walked Some Very Long Roads'
  expect(joined(heading)).toBe(heading)
})

test('words that are read from one token belong together, with restored marks too', () => {
  const word = (text: string): Word => ({ text, language: 'en', syllables: [], breakAfter: false })
  const words = ['eighty', 'four', 'men', 'saw', 'ọ̀yọ́', 'town', 'today'].map(word)
  const marked = withJoinedWords(words, 'eighty-four men saw Oyo Town today.')
  expect(marked.map(({ joinsNext: joins }) => joins ?? false)).toEqual([
    ...[true, false, false, false, true, false, false],
  ])
})
