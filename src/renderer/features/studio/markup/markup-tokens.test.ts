import { expect, test } from 'vitest'
import {
  hasMarkup,
  isSsml,
  markupTokens,
  textOfOwnLanguage,
  withoutMarkup,
} from './markup-tokens.ts'

const labels = (text: string) => markupTokens(text).map(({ kind, label }) => `${kind}:${label}`)

test('controls become chips, and the text around them stays', () => {
  expect(labels('Go [Pause 300ms] [yo]lọ[/yo], [say: Shoyinka] [ipa: ʃóíŋká]!')).toEqual([
    ...['text:Go ', 'pause:300 ms', 'text: ', 'open:Yoruba', 'text:lọ', 'close:Yoruba', 'text:, '],
    ...['say:Shoyinka', 'text: ', 'ipa:ʃóíŋká', 'text:!'],
  ])
  expect(labels('[emphasis]now[/emphasis] [spell]AB[/spell]')[0]).toBe('open:Emphasis')
})

test('every token knows its place, and together they are the text', () => {
  const text = 'A [pause 1.5s]b[en]c[/en]'
  const tokens = markupTokens(text)
  expect(tokens.map(({ source }) => source).join('')).toBe(text)
  for (const { source, at } of tokens) expect(text.startsWith(source, at)).toBe(true)
})

test('brackets that are no control are text', () => {
  for (const text of ['[sic] [1]', '[emphasis added]', '\\[yo] escaped', '[pause]', 'array[0]', ''])
    expect(hasMarkup(text)).toBe(false)
})

test('a text without its controls has its words', () => {
  expect(withoutMarkup('[en]Mister[/en] Bello[pause 1s].')).toBe('Mister Bello.')
})

test('the language of a text is told from what is not in another language', () => {
  const own = (text: string): string => textOfOwnLanguage(text).replaceAll(/\s+/g, ' ').trim()
  expect(own('Danna ɗaya. [en]For English, [emphasis]press[/emphasis] two.[/en]')).toBe(
    'Danna ɗaya.',
  )
  expect(own('Lọ [emphasis]sílé[/emphasis] [pause 1s] [spell]NTA[/spell]')).toBe('Lọ sílé NTA')
  expect(own('[en]Good morning.[/en] [pause 1s]')).toBe('Good morning.')
  expect(own('array[0] [sic]')).toBe('array[0] [sic]')
})

test('SSML is shown as it is written: its brackets are text', () => {
  const text = '<!-- a --><speak>One [pause 1s] <break time="1s"/></speak>'
  expect([isSsml(text), hasMarkup(text), withoutMarkup(text)]).toEqual([true, false, text])
  expect(isSsml('<speaker> [pause 1s]')).toBe(false)
  expect(hasMarkup('a <speak> [pause 1s]')).toBe(true)
})
