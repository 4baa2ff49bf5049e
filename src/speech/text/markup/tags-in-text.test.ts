import { expect, test } from 'vitest'
import { parseMarkup } from './markup.ts'

const said = (text: string) =>
  parseMarkup(text).map((run) =>
    run.kind === 'pause' ? run.seconds : run.kind === 'mark' ? run.name : run.text,
  )

test.each([
  '<break time="1s"/>',
  '<break time="1s" />',
  "<break time='1000ms'/>",
  '<BREAK time="1s">',
  '<break time="1s"></break>',
  '&lt;break time="1s"/&gt;',
  '&lt;break time=&quot;1s&quot; /&gt;',
  '<break strength="x-strong"/>',
])('in a text that is no SSML, %s is a pause', (written) => {
  const [before, seconds, after] = said(`One ${written} two & [yo]méjì[/yo].`)
  expect([before, after]).toEqual(['One ', ' two & '])
  expect(seconds).toBeGreaterThanOrEqual(1)
})

test('other elements are done among brackets as in SSML', () => {
  const text =
    '[yo]Ẹ <break time="300ms"/> ṣé[/yo] <phoneme alphabet="ipa" ph="təˈmɑːtoʊ">tomato</phoneme> <say-as interpret-as="characters">AB</say-as> <sub alias="Doctor">Dr</sub> <prosody rate="80%">slow</prosody>'
  expect(parseMarkup(text)).toEqual([
    { kind: 'text', text: 'Ẹ ', style: { language: 'yo' } },
    { kind: 'pause', seconds: 0.3 },
    { kind: 'text', text: ' ṣé', style: { language: 'yo' } },
    { kind: 'text', text: ' ', style: {} },
    { kind: 'ipa', text: 'tomato', ipa: 'təˈmɑːtoʊ', style: {} },
    { kind: 'text', text: ' ', style: {} },
    expect.objectContaining({ text: 'AB', fixed: true, style: { spelled: true } }),
    { kind: 'text', text: ' ', style: {} },
    { kind: 'text', text: 'Doctor', fixed: true, style: {} },
    { kind: 'text', text: ' ', style: {} },
    { kind: 'text', text: 'slow', style: { rate: 0.8 } },
  ])
})

test.each([
  ['One <break time="soon"/> two', 'A break has a time'],
  ['One <break time=1s/> two', 'is broken here'],
  ['One <break time="1s" two', 'is not closed'],
  ['One <phoneme ph="a">two', '</phoneme>'],
  ['One <phoneme alphabet="x-sampa" ph="a">two</phoneme>', 'ipa'],
])('%s is an error with its place', (text, problem) => {
  expect(() => parseMarkup(text)).toThrow(problem)
  expect(() => parseMarkup(text)).toThrow('line 1, column 5')
})

test.each(['The <break> tag, <breakfast/>, <b>bold</b> and a < b.', 'Use <sub> and <voice> here.'])(
  'words about markup are text: %s',
  (text) => {
    expect(said(text)).toEqual([text])
  },
)
