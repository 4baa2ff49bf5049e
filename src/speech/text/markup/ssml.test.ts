import { expect, test } from 'vitest'
import { parseMarkup } from './markup.ts'

const plain = (text: string) => ({ kind: 'text', text, style: {} })
const inSpeak = (inner: string) => parseMarkup(`<speak>${inner}</speak>`)
const said = (inner: string) =>
  inSpeak(inner).flatMap((run) => (run.kind === 'text' ? [run.text] : []))

test('a text that begins with speak is SSML, also after a declaration; any other is not', () => {
  expect(parseMarkup('<speak>Good morning.</speak>')).toEqual([plain('Good morning.')])
  const whole = `<?xml version="1.0"?>\n<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b" xml:lang="yo">Ó dára</speak>\n`
  expect(parseMarkup(whole)).toEqual([{ kind: 'text', text: 'Ó dára', style: { language: 'yo' } }])
  expect(parseMarkup('<speaker> is a word')).toEqual([plain('<speaker> is a word')])
  expect(parseMarkup('if a <speak> b')).toEqual([plain('if a <speak> b')])
})

test('brackets are text in SSML, and its line breaks are spaces', () => {
  expect(said('One\n   two [pause 1s]')).toEqual(['One two [pause 1s]'])
})

test('entities that XML knows are resolved once, and comments and CDATA are understood', () => {
  expect(
    said('Fish &amp; chips &amp;lt; &#8358;5 &#x1E62;<!-- <break/> --><![CDATA[ <b> ]]>'),
  ).toEqual(['Fish & chips &lt; ₦5 Ṣ <b> '])
})

test('paragraphs and sentences end where they say', () => {
  expect(said('<p><s>One</s><s>Two?</s></p><p>Three</p>').join('')).toBe('\nOne. Two?\n\nThree\n')
})

test('breaks are as long as their time, else as their strength', () => {
  const seconds = inSpeak(
    'a<break time="250ms"/>b<break/>c<break strength="x-strong"/>d<break strength="none"/>e<break time="2s" strength="weak"/>f',
  ).flatMap((run) => (run.kind === 'pause' ? [run.seconds] : []))
  expect(seconds).toEqual([0.25, 0.4, 1.2, 2])
})

test('lang, phoneme and sub change what is said', () => {
  expect(
    inSpeak(
      '<lang xml:lang="ha-NG">sannu</lang><phoneme alphabet="ipa" ph="ɔ̀jɔ́">Ọ̀yọ́</phoneme><sub alias="World Health Organization">WHO</sub>',
    ),
  ).toEqual([
    { kind: 'text', text: 'sannu', style: { language: 'ha' } },
    { kind: 'ipa', text: 'Ọ̀yọ́', ipa: 'ɔ̀jɔ́', style: {} },
    { kind: 'text', text: 'World Health Organization', style: {}, fixed: true },
  ])
})

test.each([
  ['rate="slow"', { rate: 0.8, pitchSemitones: 0 }],
  ['rate="120%"', { rate: 1.2, pitchSemitones: 0 }],
  ['rate="+50%"', { rate: 1.5, pitchSemitones: 0 }],
  ['rate="-20%" pitch="-2st"', { rate: 0.8, pitchSemitones: -2 }],
  ['pitch="+1.5st"', { rate: 1, pitchSemitones: 1.5 }],
  ['pitch="x-high"', { rate: 1, pitchSemitones: 4 }],
  ['pitch="+100%"', { rate: 1, pitchSemitones: 12 }],
])('prosody %s is understood', (attributes, style) => {
  expect(inSpeak(`<prosody ${attributes}>x</prosody>`)).toEqual([
    { kind: 'text', text: 'x', style },
  ])
})

test('one prosody inside another adds to it', () => {
  const [run] = inSpeak(
    '<prosody rate="50%" pitch="+2st"><prosody rate="2" pitch="+3st">x</prosody></prosody>',
  )
  expect(run).toMatchObject({ style: { rate: 1, pitchSemitones: 5 } })
})

test.each([
  ['characters', '', 'AB1', 'AB1', true],
  ['spell-out', '', 'Ọ̀yọ́', 'Ọ̀yọ́', true],
  ['digits', '', '2026', '2026', true],
  ['telephone', '', '+234 803-123 4567', '+ 234 803 123 4567', true],
  ['cardinal', '', '1984', '1,984', false],
  ['cardinal', '', '-1234567.5', '-1,234,567.5', false],
  ['ordinal', '', '22', '22nd', false],
  ['ordinal', '', '113', '113th', false],
  ['date', 'format="dmy"', '5/3/2026', '2026-03-05', false],
  ['date', 'format="mdy"', '03-05-2026', '2026-03-05', false],
  ['date', '', '5 March', '5 March', false],
  ['time', '', '14:30', '14:30', false],
])('say-as %s %s reads %s', (as, more, text, said, spelled) => {
  expect(inSpeak(`<say-as interpret-as="${as}" ${more}>${text}</say-as>`)).toEqual([
    { kind: 'text', text: said, style: spelled ? { spelled: true } : {}, fixed: true },
  ])
})

test.each([
  ['<speak', 'The tag <speak is broken'],
  ['<speak>open', '<speak> is not closed'],
  ['<speak><p>x</speak>', 'comes while <p> is open'],
  ['<speak></speak>x', 'text after the last tag'],
  ['<speak></speak><speak></speak>', 'comes after the end'],
  ['<speak><speak>x</speak></speak>', 'outermost'],
  ['<speak><audio src="x"/></speak>', '<audio> is not supported'],
  ['<speak><break time="1s">x</break></speak>', 'is empty'],
  ['<speak><break time="11s"/></speak>', 'from 0 to 10 s'],
  ['<speak><break time="soon"/></speak>', 'from 0 to 10 s'],
  ['<speak><break strength="huge"/></speak>', 'x-strong'],
  ['<speak><break length="1s"/></speak>', 'not length'],
  ['<speak><prosody rate="1000%">x</prosody></speak>', 'from 40% to 250%'],
  ['<speak><prosody pitch="+99st">x</prosody></speak>', 'up to 12'],
  ['<speak><prosody volume="loud">x</prosody></speak>', 'not volume'],
  ['<speak><prosody rate="40%"><prosody rate="40%">x</prosody></prosody></speak>', 'outside'],
  ['<speak><lang>x</lang></speak>', 'needs xml:lang'],
  ['<speak xml:lang="fr">x</speak>', 'not "fr"'],
  ['<speak><phoneme alphabet="x-sampa" ph="a">x</phoneme></speak>', '"ipa"'],
  ['<speak><phoneme>x</phoneme></speak>', 'needs ph'],
  ['<speak><sub>x</sub></speak>', 'needs an alias'],
  ['<speak><sub alias="a"><break/></sub></speak>', 'text only'],
  ['<speak><say-as interpret-as="currency">5</say-as></speak>', 'not "currency"'],
  ['<speak><say-as interpret-as="date" format="dmy">31/31/2026</say-as></speak>', 'no date'],
  ['<speak><say-as interpret-as="cardinal">many</say-as></speak>', 'no number'],
  ['<speak>a & b</speak>', 'write &amp;'],
  ['<speak>a < b</speak>', 'Write &lt;'],
  ['<speak><break time="1s" time="2s"/></speak>', 'given twice'],
  ['<speak><p a=b>x</p></speak>', 'broken here'],
  ['<speak><!-- open</speak>', 'not closed'],
  ['<speak>&#0;</speak>', 'not known'],
  ['<speak>&constructor;</speak>', 'not known'],
])('%s is refused in words with its place', (text, words) => {
  expect(() => parseMarkup(text)).toThrow(
    expect.objectContaining({
      code: 'text/markup',
      message: expect.stringMatching(/At line 1, column \d+:\n.*\n *\^$/),
    }),
  )
  expect(() => parseMarkup(text)).toThrow(words)
})

test('entity bombs are refused before anything is expanded', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE speak [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><speak>&b;</speak>`
  expect(() => parseMarkup(`<speak>${bomb}</speak>`)).toThrow('DOCTYPE')
  expect(() => parseMarkup('<speak><!ENTITY a "x">&a;</speak>')).toThrow('DOCTYPE')
})

test('elements nested deeper than 32 are refused', () => {
  const nested = (depth: number) => `<speak>${'<p>'.repeat(depth)}x${'</p>'.repeat(depth)}</speak>`
  expect(parseMarkup(nested(31)).length).toBeGreaterThan(0)
  expect(() => parseMarkup(nested(32))).toThrow('more than 32 deep')
})

test.each([
  ['tags', '<speak><p>'.padEnd(20_000, '<p>')],
  ['ampersands', `<speak>${'&'.repeat(19_000)}`],
  ['spaces in a tag', `<speak><p${' '.repeat(19_000)}x`],
  ['one attribute', `<speak><p a="${'x'.repeat(19_000)}`],
  ['names', `<speak><${'p'.repeat(19_000)}`],
  ['breaks', `<speak>${'<break time="10s"/>'.repeat(1_000)}</speak>`],
  ['comments', `<speak>${'<!-- -->'.repeat(2_400)}</speak>`],
])('twenty thousand characters of %s have an end', (_, text) => {
  try {
    expect(parseMarkup(text).length).toBeLessThan(20_001)
  } catch (error) {
    expect(error).toMatchObject({ code: 'text/markup' })
  }
})

test.each([
  ['<!DOCTYPE lolz [<!ENTITY lol "lol">]><speak>&lol;</speak>', 'DOCTYPE'],
  ['<?xml version="1.0"?>\n<!DOCTYPE speak SYSTEM "a.dtd"><speak>a</speak>', 'DOCTYPE'],
  ['<SPEAK>a</SPEAK>', '<SPEAK> is not supported'],
])('%j is refused, not read aloud', (text, problem) => {
  expect(() => parseMarkup(text)).toThrow(problem)
})

test('a comment may stand before the document', () => {
  expect(parseMarkup('<!-- from Ada --><speak>Hi</speak>')).toEqual([
    { kind: 'text', text: 'Hi', style: {} },
  ])
})
