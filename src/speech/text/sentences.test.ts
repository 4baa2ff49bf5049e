import { describe, expect, it } from 'vitest'
import { normalise } from './normalise.ts'
import { splitSentences } from './sentences.ts'

/** Pieces in which a raw text is spoken. */
function spoken(raw: string): string[] {
  return splitSentences(normalise(raw, 'en'), 'en').map(({ text }) => text)
}

type Split = readonly [raw: string, pieces: readonly string[]]

function itSplits(splits: readonly Split[]): void {
  it.each(splits)('splits %j', (raw, pieces) => {
    expect(spoken(raw)).toEqual(pieces)
  })
}

describe('sentences of raw text', () => {
  itSplits([
    [
      'Dr. Smith paid $3.50. "Really?" she asked. He said... nothing.',
      [
        'Doctor Smith paid three dollars and fifty cents.',
        'Really?',
        'she asked.',
        'He said — nothing.',
      ],
    ],
    ['Hello.', ['Hello.']],
    ['Hello', ['Hello']],
    ['One. Two. Three.', ['One.', 'Two.', 'Three.']],
    ['Is it you? Yes! Come in.', ['Is it you?', 'Yes!', 'Come in.']],
    ['He lives in the U.S. He is well.', ['He lives in the U S.', 'He is well.']],
    ['The U.S. army left.', ['The U S army left.']],
    ['Meet me at 5 p.m. We will eat.', ['Meet me at five P M.', 'We will eat.']],
    ['Meet me at 5 p.m. on Monday.', ['Meet me at five P M on Monday.']],
    ['Pi is 3.14. It goes on.', ['Pi is three point one four.', 'It goes on.']],
    ['See No. 5. Then stop.', ['See number five.', 'Then stop.']],
    ['Yams, beans, etc. The rest is free.', ['Yams, beans, et cetera.', 'The rest is free.']],
    ['Yams, e.g. white ones, are sold.', ['Yams, for example, white ones, are sold.']],
    ['J. P. Clark wrote it. Soyinka read it.', ['J P Clark wrote it.', 'Soyinka read it.']],
    ['Mr. and Mrs. Bello came. They sat.', ['Mister and Missus Bello came.', 'They sat.']],
    ['He has a Ph.D. She has two.', ['He has a P H D.', 'She has two.']],
    ['Visit griot.ng. It is free.', ['Visit griot dot N G.', 'It is free.']],
    ['Version 2.4.1 is out. Get it.', ['Version two point four point one is out.', 'Get it.']],
    ['What?! No!!! Why...', ['What?', 'No!', 'Why.']],
    ['"Go!" he cried. "Now."', ['Go!', 'he cried.', 'Now.']],
    ['He left (at last). She stayed.', ['He left, at last.', 'She stayed.']],
    ['hello. how are you? fine', ['hello.', 'how are you?', 'fine']],
    ['We chose Plan B. Then we left.', ['We chose Plan B.', 'Then we left.']],
    ['So do I. We left.', ['So do I.', 'We left.']],
    [
      'Acme Ltd. is big. Dangote Ltd. Is it?',
      ['Acme Limited is big.', 'Dangote Limited.', 'Is it?'],
    ],
    ['Wait… what?', ['Wait — what?']],
    ['He waited… Then he ran.', ['He waited.', 'Then he ran.']],
    ['- rice\n- beans\n- yam', ['rice', 'beans', 'yam']],
    ['1. Rice\n2. Beans', ['one, Rice', 'two, Beans']],
    ['Title\n\nBody text. More.', ['Title', 'Body text.', 'More.']],
    ['BREAKING NEWS TODAY\nHe won.', ['breaking news today', 'He won.']],
    [
      'St. Mary is on Broad St. The church is old.',
      ['Saint Mary is on Broad Street.', 'The church is old.'],
    ],
    ['It cost ₦1.5m. Too much!', ['It cost one point five million naira.', 'Too much!']],
    ['Good 😀. Bad 😢!', ['Good.', 'Bad!']],
    ['He said مرحبا. She smiled.', ['He said.', 'She smiled.']],
    ["'Yes.' 'No.'", ['Yes.', 'No.']],
  ])
})

describe('long sentences', () => {
  itSplits([
    [
      'When the rain had stopped, the traders came back to the market and spread their cloth on the wet ground again.',
      [
        'When the rain had stopped, the traders came back to the market and spread their cloth on the wet ground again.',
      ],
    ],
    [
      'It rained. The tall red trucks that carried yams from Benue over the long and narrow road through the hills of the plateau crossed the bridge at noon, turned left at the garage behind the school, and stopped beside the market; the drivers got down, stretched, bought tea and bread from the women at the gate, and waited in the shade for the buyers to come.',
      [
        'It rained.',
        'The tall red trucks that carried yams from Benue over the long and narrow road through the hills of the plateau crossed the bridge at noon, turned left at the garage behind the school, and stopped beside the market;',
        'the drivers got down, stretched, bought tea and bread from the women at the gate, and waited in the shade for the buyers to come.',
      ],
    ],
  ])

  it('splits text without any punctuation at words, within the bounds, where a reader takes breath', () => {
    const pieces = splitSentences('kasuwa da safe '.repeat(700).trim(), 'en')
    expect(pieces.every(({ text }) => text.split(' ').length <= 60 && text.length <= 420)).toBe(
      true,
    )
    expect(pieces.slice(0, -1).every(({ end }) => end === 'clause')).toBe(true)
    expect(pieces.at(-1)?.end).toBe('statement')
  })

  it('breaks a word of 20,000 letters into pieces that can be spoken', () => {
    const word = 'ab'.repeat(10_000)
    for (const pieces of [
      splitSentences(word, 'en'),
      splitSentences(normalise(word, 'en'), 'en'),
    ]) {
      const words = pieces.flatMap(({ text }) => text.split(' '))
      expect(words.every(({ length }) => length <= 40)).toBe(true)
      expect(words.join('')).toBe(word)
    }
  })
})

describe('the first piece for an engine whose sound begins when a whole piece is ready', () => {
  const first = (raw: string): readonly { readonly text: string; readonly end: string }[] =>
    splitSentences(normalise(raw, 'en'), 'en', true).map(({ text, end }) => ({ text, end }))

  it('ends at a mark, where a speaker rests', () => {
    expect(
      first(
        'When the rain had stopped, the traders came back to the market and spread their cloth on the wet ground again.',
      ),
    ).toEqual([
      { text: 'When the rain had stopped,', end: 'clause' },
      {
        text: 'the traders came back to the market and spread their cloth on the wet ground again.',
        end: 'statement',
      },
    ])
  })

  it('ends before a conjunction, else before a preposition, where nobody rests', () => {
    expect(
      first(
        'The old traders came back to the market and spread their bright new cloth on the wet ground again.',
      ),
    ).toEqual([
      { text: 'The old traders came back to the market', end: 'joint' },
      { text: 'and spread their bright new cloth on the wet ground again.', end: 'statement' },
    ])
    expect(
      first(
        'The very old cloth traders returned slowly to the market square under a dark and heavy evening sky.',
      ).map(({ text }) => text),
    ).toEqual([
      'The very old cloth traders returned slowly',
      'to the market square under a dark and heavy evening sky.',
    ])
  })

  it('does not divide a number', () => {
    const [piece] = first(
      'It costs nobody here one thousand six hundred and fifty naira today when bread comes late again.',
    )
    expect(piece?.text).not.toMatch(/hundred$/)
  })

  it('is short without marks, and whole up to fourteen words', () => {
    const [long] = first(`${'wara '.repeat(60)}.`)
    expect(long?.text.split(' ').length).toBeLessThanOrEqual(20)
    const raw = 'one two, three four five six seven and nine ten eleven twelve thirteen fourteen.'
    expect(first(raw)).toEqual([{ text: raw, end: 'statement' }])
  })
})

describe('how pieces end', () => {
  it('tells statements, questions, exclamations and clauses apart', () => {
    const raw =
      'Who came when the old market by the river was closed, and why did nobody say so? I did! Yes.'
    expect(splitSentences(normalise(raw, 'en'), 'en', true).map(({ end }) => end)).toEqual([
      'clause',
      'question',
      'exclamation',
      'statement',
    ])
  })

  it('ends a paragraph at each line end and nowhere else', () => {
    const pieces = splitSentences(normalise('One. Two.\nThree\n\nFour. Five', 'en'), 'en')
    expect(pieces.map(({ text, endsParagraph }) => [text, endsParagraph])).toEqual([
      ['One.', false],
      ['Two.', true],
      ['Three', true],
      ['Four.', false],
      ['Five', true],
    ])
  })

  it('finds nothing in an empty text or in marks alone', () => {
    expect(splitSentences('', 'en')).toEqual([])
    expect(splitSentences('. , — ?', 'en')).toEqual([])
  })
})

describe('no word is lost', () => {
  const VOCABULARY = [
    ...['Lagos', 'and', 'the', 'market,', 'rain.', 'of', 'who?', '—', 'but', "don't", 'A', 'stop!'],
    ...['river;', 'says:', 'because', 'Abeokuta', 'in', '\n', 'unimaginativenesses', 'yes'],
  ]
  /** A repeatable sequence (Park and Miller's generator), so that a failure can be seen again. */
  function textFrom(seed: number, words: number): string {
    let state = seed
    return Array.from({ length: words }, () => {
      state = (state * 48_271) % 2_147_483_647
      return VOCABULARY[state % VOCABULARY.length]
    }).join(' ')
  }
  const wordsOf = (text: string): string[] => text.match(/[\p{L}']+/gu) ?? []

  it('gives the words of any text back in order, in pieces within the bounds', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const text = textFrom(seed, seed * 3)
      const pieces = splitSentences(text, 'en')
      expect(pieces.flatMap((piece) => wordsOf(piece.text))).toEqual(wordsOf(text))
      expect(pieces.every((piece) => wordsOf(piece.text).length <= 60)).toBe(true)
      expect(pieces.every((piece) => wordsOf(piece.text).length > 0)).toBe(true)
    }
  })
})
