import { expect, test } from 'vitest'
import { maskRange, masksIn, protectedSpans, repairMasks, unmask } from './spans.ts'

const spansOf = (text: string): readonly string[] =>
  protectedSpans(text).map(({ start, end }) => text.slice(start, end))

test.each([
  ['Wait. [pause 300ms] Go.', ['[pause 300ms]']],
  ['Meet [en]Mister Johnson[/en] now.', ['[en]Mister Johnson[/en]']],
  ['A [EN]span over\ntwo lines[/en] ends.', ['[EN]span over\ntwo lines[/en]']],
  ['An [en] open span', ['[en]']],
  ['He [say: Shoyinka] wrote [ipa: ʃóíŋká] it.', ['[say: Shoyinka]', '[ipa: ʃóíŋká]']],
  ['It is \\[not] markup', ['\\[']],
  ['Some [sic] text', []],
  ['Read <b class="x">this</b>, please.', ['<b class="x">', '</b>']],
  ['A <a\nhref="x">link</a> here', ['<a\nhref="x">', '</a>']],
  ['Ada &amp; Obi &#39;s', ['&amp;', '&#39;']],
  ['if a < b and c > d', []],
  ['Dear {name}, you owe {{ amount }} or $\u007bsum}.', ['{name}', '{{ amount }}', '$\u007bsum}']],
  ['Hello %s, you have %1$d of %(total)s.', ['%s', '%1$d', '%(total)s']],
  ['We are 100% sure', ['100%']],
  ['See https://example.org/a?b=1. Then go', ['https://example.org/a?b=1']],
  ['Mail ada@example.com or see griot.ng/help now', ['ada@example.com', 'griot.ng/help']],
  ['Use #EndSARS with @ada_obi today', ['#EndSARS', '@ada_obi']],
  ['It costs ₦5,000.50 for 25 kg', ['₦5,000.50', '25 kg']],
  ['At 10:30 on 2024-05-01 it was 3.5 %', ['10:30', '2024-05-01', '3.5 %']],
  ['The 1st of 12 is B12', ['1st', '12', 'B12']],
  ['በ2016 ከ30,000 በላይ ሰዎች', ['2016', '30,000']],
  ['Five years and 5 years', ['5']],
  ['Well done 👍🏽 my friend 🇳🇬', ['👍🏽', '🇳🇬']],
  ['A bell \u0007 and \u{F0000} here', ['\u0007', '\u{F0000}']],
])('in %j, what must survive is found', (text, spans) => {
  expect(spansOf(text)).toEqual(spans)
})

test('spans with nothing but marks between them are one', () => {
  expect(spansOf('Pay <b>{sum}</b> now')).toEqual(['<b>{sum}</b>'])
  expect(spansOf('It is 5. 7 came.')).toEqual(['5', '7'])
})

test('a masked text has one character for each span, and gets them back', () => {
  const text = 'Pay ₦500 to {name} at https://griot.ng now.'
  const masked = maskRange(text, protectedSpans(text), { start: 0, end: text.length })
  expect(masked.text).toBe('Pay \uE000 to \uE001 at \uE002 now.')
  expect(unmask(masked.text, masked.spans)).toBe(text)
})

test('of more spans than there are characters for, the rest stays as it is', () => {
  const text = 'a 1 b '.repeat(300)
  const masked = maskRange(text, protectedSpans(text), { start: 0, end: text.length })
  expect(masksIn(masked.text)).toHaveLength(256)
  expect(unmask(masked.text, masked.spans)).toBe(text)
})

test.each([
  ['A \uE000 b \uE001 c', 'X \uE001 y \uE000 z', 'X \uE001 y \uE000 z'],
  ['A \uE000 b', 'X \uE000 y \uE000', 'X \uE000 y '],
  ['A \uE000 b', 'X \uE000 y \uE007', 'X \uE000 y '],
  ['\uE000 b c', 'X y', '\uE000 X y'],
  ['b c \uE000.', 'X y.', 'X y \uE000.'],
  ['b c\uE000.', 'X y.', 'X y\uE000.'],
  ['one two \uE000 three four', 'een twee drie vier', 'een twee \uE000 drie vier'],
  ['a \uE000\uE001 b', 'x \uE000 y', 'x \uE000 \uE001 y'],
])('a provider that answers %j with %j is put right', (source, answer, right) => {
  expect(repairMasks(source, answer)).toBe(right)
})

test('finding spans takes no longer than reading, whatever the text', () => {
  for (const text of [
    '<'.repeat(50_000),
    '[en]'.repeat(20_000),
    '{'.repeat(50_000),
    '1'.repeat(50_000),
    'a.'.repeat(25_000),
    'a@'.repeat(25_000),
    '%('.repeat(25_000),
    '$'.repeat(50_000),
  ])
    expect(protectedSpans(text).every(({ start, end }) => end > start)).toBe(true)
})
