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
  ['rate="slow"', { rate: 0.8 }],
  ['rate="120%"', { rate: 1.2 }],
  ['rate="+50%"', { rate: 1.5 }],
  ['rate="1000%"', { rate: 2.5 }],
  ['rate="1%"', { rate: 0.4 }],
  ['rate="-100%"', { rate: 0.4 }],
  ['rate="-20%" pitch="-2st"', { rate: 0.8, pitchSemitones: -2 }],
  ['pitch="+1.5st"', { pitchSemitones: 1.5 }],
  ['pitch="x-high"', { pitchSemitones: 4 }],
  ['pitch="+100%"', { pitchSemitones: 12 }],
  ['pitch="+99st"', { pitchSemitones: 12 }],
  ['pitch="-1000%"', { pitchSemitones: -12 }],
  ['pitch="150Hz"', { pitchHz: 150 }],
  ['pitch="1000000Hz"', { pitchHz: 500 }],
  ['pitch="-20hz"', { pitchChangeHz: -20 }],
  ['range="x-low"', { melodyRange: 0.3 }],
  ['range="+50%"', { melodyRange: 1.5 }],
  ['range="900%"', { melodyRange: 3 }],
  ['range="+3st"', { melodyRange: 1.5 }],
  ['range="30Hz"', { melodyRange: 0.5 }],
  ['volume="loud"', { volumeDecibels: 4 }],
  ['volume="silent"', { volumeDecibels: -100 }],
  ['volume="-6dB"', { volumeDecibels: -6 }],
  ['volume="+90dB"', { volumeDecibels: 12 }],
  ['volume="100"', { volumeDecibels: 0 }],
  ['volume="0"', { volumeDecibels: -100 }],
  ['duration="1.5s"', { duration: { seconds: 1.5 } }],
  ['duration="999999s"', { duration: { seconds: 600 } }],
  [
    'contour="(0%,+20Hz) ( 50% , +2st )(100%,low)"',
    {
      contour: {
        points: [
          { part: 0, changeHz: 20 },
          { part: 0.5, semitones: 2 },
          { part: 1, semitones: -2 },
        ],
      },
    },
  ],
  [
    'contour="(80%,+2st)(-10%,+9st)(20%,-2st)(130%,+9st)"',
    {
      contour: {
        points: [
          { part: 0.2, semitones: -2 },
          { part: 0.8, semitones: 2 },
        ],
      },
    },
  ],
])('prosody %s is understood, and brought to what a voice can do', (attributes, style) => {
  expect(inSpeak(`<prosody ${attributes}>x</prosody>`)).toEqual([
    { kind: 'text', text: 'x', style },
  ])
})

test.each([
  ['<emphasis>x</emphasis>', { rate: 0.85, pitchSemitones: 2 }],
  ['<emphasis level="strong">x</emphasis>', { rate: 0.75, pitchSemitones: 4, volumeDecibels: 3 }],
  [
    '<emphasis level="reduced">x</emphasis>',
    { rate: 1.1, pitchSemitones: -1.5, volumeDecibels: -4 },
  ],
  ['<emphasis level="none">x</emphasis>', {}],
  ['<prosody rate="50%"><emphasis>x</emphasis></prosody>', { rate: 0.425, pitchSemitones: 2 }],
])('%s changes how it is said', (text, style) => {
  expect(inSpeak(text)).toEqual([{ kind: 'text', text: 'x', style }])
})

test('volumes in decibels add up, and a named one begins anew', () => {
  const nested = (outer: string, inner: string) =>
    inSpeak(`<prosody volume="${outer}"><prosody volume="${inner}">x</prosody></prosody>`)
  expect(nested('soft', '+2dB')).toMatchObject([{ style: { volumeDecibels: -4 } }])
  expect(nested('soft', 'loud')).toMatchObject([{ style: { volumeDecibels: 4 } }])
})

test('rates, pitches and ranges around each other stay within what a voice can do', () => {
  const one = 'rate="40%" pitch="+9st" range="200%"'
  expect(inSpeak(`<prosody ${one}><prosody ${one}>x</prosody></prosody>`)).toMatchObject([
    { style: { rate: 0.4, pitchSemitones: 12, melodyRange: 3 } },
  ])
})

test.each([
  [
    'speak',
    '<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="en" onlangfailure="ignorelang">one</speak>',
    'one',
  ],
  ['p', '<speak><p xml:lang="en" xml:id="a">one</p></speak>', '\none\n'],
  ['s', '<speak><s>one</s></speak>', 'one. '],
  [
    'token',
    '<speak><token role="a:b">one</token><token>two</token>, three</speak>',
    'one two, three',
  ],
  ['w', '<speak><w>one</w><w xml:lang="en">two</w>.</speak>', 'one two.'],
  [
    'say-as',
    '<speak><say-as interpret-as="cardinal" format="x" detail="y">1984</say-as></speak>',
    '1,984',
  ],
  ['phoneme', '<speak><phoneme type="default" ph="wʌn">one</phoneme></speak>', 'one'],
  ['sub', '<speak><sub alias="one">1</sub></speak>', 'one'],
  ['lang', '<speak><lang xml:lang="yo" onlangfailure="ignoretext">ọ̀kan</lang></speak>', 'ọ̀kan'],
  [
    'voice',
    '<speak><voice name="Lina" gender="female" age="30" variant="1" languages="en:ng yo" required="name" ordering="gender">one</voice></speak>',
    'one',
  ],
  ['emphasis', '<speak><emphasis level="strong">one</emphasis></speak>', 'one'],
  ['break', '<speak>one<break strength="weak"/><break time="11s"/></speak>', 'one'],
  [
    'prosody',
    '<speak><prosody pitch="high" contour="(0%,+1st)" range="low" rate="slow" duration="1s" volume="soft">one</prosody></speak>',
    'one',
  ],
  [
    'audio',
    '<speak><audio src="a.wav" fetchtimeout="1s" clipBegin="0s" repeatCount="2" soundLevel="+1dB" speed="100%"><desc>a bell</desc>ding</audio></speak>',
    'ding',
  ],
  ['mark', '<speak>one<mark name="here"/></speak>', 'one'],
  [
    'desc',
    '<speak><audio src="a"><desc xml:lang="en">a <b>bell</b></desc><p>ding</p></audio></speak>',
    '\nding\n',
  ],
  [
    'meta',
    '<speak><meta name="seeAlso" content="https://example.org"/><meta http-equiv="Cache-Control" content="no-cache"/>one</speak>',
    'one',
  ],
  [
    'metadata',
    '<speak><metadata><rdf:RDF xmlns:rdf="x"><rdf:Description about="y">z</rdf:Description></rdf:RDF></metadata>one</speak>',
    'one',
  ],
])('the element %s of SSML 1.1 is accepted', (_, text, words) => {
  const runs = parseMarkup(text)
  expect(runs.map((run) => ('text' in run ? run.text : '')).join('')).toBe(words)
})

test('a break is at most ten seconds long, and marks stay where they stand', () => {
  expect(inSpeak('a<break time="11s"/><mark name="x"/>b')).toEqual([
    plain('a'),
    { kind: 'pause', seconds: 10 },
    { kind: 'mark', name: 'x' },
    plain('b'),
  ])
})

test('startmark and endmark choose what is spoken', () => {
  const text = (attributes: string) =>
    parseMarkup(`<speak ${attributes}>a<mark name="x"/>b<mark name="y"/>c</speak>`)
      .flatMap((run) => (run.kind === 'text' ? [run.text] : []))
      .join('')
  expect(text('startmark="x"')).toBe('bc')
  expect(text('startmark="x" endmark="y"')).toBe('b')
  expect(text('endmark="x"')).toBe('a')
  expect(() => text('endmark="z"')).toThrow('There is no <mark name="z"/>')
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
  ['time', 'format="hms12"', '2:30pm', '2:30 p.m.', false],
  ['time', 'format="hms24"', '14.30.15', '14:30:15', false],
  ['time', '', '9', '9:00', false],
  ['time', '', 'half past 9', 'half past 9', false],
  ['date', 'format="ymd"', '20260305', '2026-03-05', false],
  ['date', 'format="mdy"', '03052026', '2026-03-05', false],
  ['date', 'format="md"', '3/5', '5 March', false],
  ['date', 'format="dm"', '05.03', '5 March', false],
  ['date', 'format="ym"', '2026-03', 'March 2026', false],
  ['date', 'format="my"', '3/2026', 'March 2026', false],
  ['date', 'format="y"', '2026', '2026', false],
  ['date', 'format="m"', '3', 'March', false],
  ['date', 'format="d"', '5', '5th', false],
  ['currency', '', '$45.30', '$45.30', false],
  ['currency', '', '45.30 USD', 'USD 45.30', false],
  ['currency', '', 'NGN1,850', 'NGN 1,850', false],
  ['currency', '', '1,850₦', '₦1,850', false],
  ['currency', 'format="eur"', '5', 'EUR 5', false],
  ['unit', '', '10 kg', '10 kg', false],
  ['unit', '', '5ft 3in', '5ft 3in', false],
  ['fraction', '', '3/4', '3/4', false],
  ['fraction', '', '1+1/2', '1 1/2', false],
  ['fraction', '', '-2 3/8', '-2 3/8', false],
  ['address', '', '12 Allen Ave., Ikeja', '12 Allen Avenue, Ikeja', false],
  ['address', '', '5 Broad St', '5 Broad Street', false],
  ['address', '', 'St. Mary Rd, Flat 2', 'St. Mary Road, Flat 2', false],
  ['verbatim', '', 'AB1', 'AB1', true],
])('say-as %s %s reads %s', (as, more, text, said, spelled) => {
  expect(inSpeak(`<say-as interpret-as="${as}" ${more}>${text}</say-as>`)).toEqual([
    { kind: 'text', text: said, style: spelled ? { spelled: true } : {}, fixed: true },
  ])
})
