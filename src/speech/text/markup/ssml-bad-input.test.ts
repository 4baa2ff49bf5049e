import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkup } from './markup.ts'

test.each([
  ['<speak', 'The tag <speak is broken'],
  ['<speak>open', '<speak> is not closed'],
  ['<speak><p>x</speak>', 'comes while <p> is open'],
  ['<speak></speak>x', 'text after the last tag'],
  ['<speak></speak><speak></speak>', 'comes after the end'],
  ['<speak><speak>x</speak></speak>', 'outermost'],
  ['<speak><audio src="x"/></speak>', 'Sound files are not played'],
  ['<speak><audio src="x"><desc>a bell</desc></audio></speak>', 'Sound files are not played'],
  ['<speak><desc>x</desc></speak>', 'stands inside <audio>'],
  [
    '<speak><lexicon uri="x" xml:id="a"/>x</speak>',
    'nothing is fetched. Import it into the dictionary',
  ],
  ['<speak><lookup ref="a">x</lookup></speak>', 'the dictionary counts everywhere'],
  ['<speak><mark/></speak>', 'needs a name'],
  ['<speak><mark name="x">a</mark></speak>', '<mark> is empty'],
  ['<speak><meta><p>a</p></meta></speak>', '<meta> is empty'],
  ['<speak><emphasis level="huge">x</emphasis></speak>', 'strong, moderate, reduced or none'],
  ['<speak><voice gender="robot">x</voice></speak>', 'female, male or neutral'],
  ['<speak><voice variant="0">x</voice></speak>', 'whole number from 1'],
  ['<speak><voice languages="fr">x</voice></speak>', 'not "fr"'],
  ['<speak><voice onvoicefailure="cry">x</voice></speak>', 'priorityselect'],
  ['<speak><blink>x</blink></speak>', '<blink> is not supported'],
  ['<speak><p style="x">x</p></speak>', '<p> takes xml:lang, onlangfailure, xml:id, not style'],
  ['<speak><break time="1s">x</break></speak>', 'is empty'],
  ['<speak><break time="soon"/></speak>', 'at most 10 s'],
  ['<speak><break strength="huge"/></speak>', 'x-strong'],
  ['<speak><break length="1s"/></speak>', 'not length'],
  ['<speak><prosody rate="quickly">x</prosody></speak>', 'x-slow, slow, medium'],
  ['<speak><prosody pitch="up">x</prosody></speak>', '"150Hz"'],
  ['<speak><prosody range="big">x</prosody></speak>', 'A range is'],
  ['<speak><prosody volume="11 bananas">x</prosody></speak>', 'A volume is'],
  ['<speak><prosody contour="up">x</prosody></speak>', 'A contour has'],
  ['<speak><prosody contour="(0%,150Hz)">x</prosody></speak>', 'A contour has'],
  ['<speak><prosody duration="0s">x</prosody></speak>', 'A duration is'],
  ['<speak><lang>x</lang></speak>', 'needs xml:lang'],
  ['<speak xml:lang="fr">x</speak>', 'not "fr"'],
  ['<speak><phoneme alphabet="x-sampa" ph="a">x</phoneme></speak>', '"ipa"'],
  ['<speak><phoneme>x</phoneme></speak>', 'needs ph'],
  ['<speak><sub>x</sub></speak>', 'needs an alias'],
  ['<speak><sub alias="a"><break/></sub></speak>', 'text only'],
  ['<speak><say-as interpret-as="money">5</say-as></speak>', 'not "money"'],
  ['<speak><say-as interpret-as="currency">5</say-as></speak>', 'no amount of money'],
  ['<speak><say-as interpret-as="fraction">3/0</say-as></speak>', 'no fraction'],
  ['<speak><say-as interpret-as="unit">kg</say-as></speak>', 'no number with a unit'],
  ['<speak><say-as interpret-as="time">25:00</say-as></speak>', 'no time of day'],
  ['<speak><say-as interpret-as="time" format="x">9</say-as></speak>', 'hms12 or hms24'],
  [
    '<speak><say-as interpret-as="date" format="md">13/5</say-as></speak>',
    'no date in the order md',
  ],
  ['<speak><say-as interpret-as="date" format="yd">1</say-as></speak>', 'is not known: write dmy'],
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
  ['elements', `<speak>${'<w>a</w>'.repeat(2_400)}</speak>`],
  ['marks', `<speak>${'a<mark name="x"/>'.repeat(1_100)}</speak>`],
  ['a contour', `<speak><prosody contour="${'(0%,+1st)'.repeat(2_000)}">a</prosody></speak>`],
  ['brackets in a contour', `<speak><prosody contour="${'('.repeat(19_000)}">a</prosody></speak>`],
  ['an amount', `<speak><say-as interpret-as="currency">${'1,000'.repeat(3_800)}</say-as></speak>`],
  ['an address', `<speak><say-as interpret-as="address">${'a st '.repeat(3_800)}</say-as></speak>`],
  [
    'a date',
    `<speak><say-as interpret-as="date" format="md">${'1/'.repeat(9_000)}</say-as></speak>`,
  ],
  ['metadata', `<speak><metadata>${'<a>'.repeat(6_000)}`],
  ['an unknown name', `<speak><p ${'a'.repeat(19_000)}="x">`],
])('twenty thousand characters of %s have an end', (_, text) => {
  try {
    expect(parseMarkup(text).length).toBeLessThan(20_001)
  } catch (error) {
    expect(error).toMatchObject({ code: 'text/markup' })
    expect((error as Error).message.length).toBeLessThan(1_000)
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

const WHOLE = `<speak xml:lang="en"><p><s>Hello <emphasis level="strong">big</emphasis> <w>world</w></s></p>
  <break time="300ms"/><mark name="m"/><voice name="Lina" languages="en:ng">hi</voice><audio src="x"><desc>d</desc>alt</audio>
  <prosody rate="+20%" pitch="+2st" volume="-6dB" range="high" contour="(0%,+20Hz)(50%,+10%)" duration="2s">One</prosody>
  <say-as interpret-as="date" format="md">3/5</say-as><say-as interpret-as="currency">$45.30</say-as></speak>`

test('whatever is cut out of a document or put into it, it is read or refused in words', () => {
  const place = fc.nat(WHOLE.length)
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    '&',
    '%',
    '9',
    '-',
    'st',
    '<p>',
    '</p>',
    '<voice>',
    '\0',
    '😀',
    '1e9',
  )
  fc.assert(
    fc.property(place, fc.nat(12), piece, (at, length, put) => {
      const text = WHOLE.slice(0, at) + put + WHOLE.slice(at + length)
      try {
        for (const run of parseMarkup(text))
          for (const value of Object.values('style' in run ? run.style : {}))
            if (typeof value === 'number') expect(value).toBeLessThan(1e6)
      } catch (error) {
        expect(error).toMatchObject({ code: 'text/markup' })
      }
    }),
    { numRuns: 2_000 },
  )
})
