import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { scriptTable } from '#app/exports/script-texts.ts'
import { IMPORT_LIMITS, type ImportedFile, type Piece } from '#shared/imports.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import { docx, paragraph, table } from './docx.test-support.ts'
import { readImportedFile } from './read-file.ts'
import { readInThread } from './read-in-thread.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (name: string, content: string | Uint8Array): Promise<ImportedFile> =>
  readImportedFile({ name, bytes: typeof content === 'string' ? utf8(content) : content })

function piecesOf({ content }: ImportedFile): readonly Piece[] {
  if (content.kind !== 'pieces') throw new Error('A table was found.')
  return content.pieces
}
const textsOf = (file: ImportedFile): string[] => piecesOf(file).map(({ text }) => text)

function tableOf({ content }: ImportedFile) {
  if (content.kind !== 'table') throw new Error('No table was found.')
  return content
}

const wide = (text: string, order: 'le' | 'be', mark = true): Uint8Array => {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

const SPOKEN = 'Good morning.\r\nẸ káàárọ̀, Ṣọlá.\rእንደምን አደርክ?\n'
const SPOKEN_LINES = ['Good morning.', 'Ẹ káàárọ̀, Ṣọlá.', 'እንደምን አደርክ?']

test.each([
  ['UTF-8', 'utf-8', utf8(SPOKEN)],
  ['UTF-8 with a mark', 'utf-8', utf8(`\ufeff${SPOKEN}`)],
  ['UTF-16 LE with a mark', 'utf-16le', wide(SPOKEN, 'le')],
  ['UTF-16 BE with a mark', 'utf-16be', wide(SPOKEN, 'be')],
  ['UTF-16 LE without a mark', 'utf-16le', wide(SPOKEN, 'le', false)],
  ['UTF-16 BE without a mark', 'utf-16be', wide(SPOKEN, 'be', false)],
] as const)('a text is read in %s, with mixed ends of lines', async (_, encoding, bytes) => {
  const file = await read('script.txt', bytes)
  expect(textsOf(file)).toEqual(SPOKEN_LINES)
  expect(file.encoding).toBe(encoding)
})

test('Ethiopic alone in UTF-16 without a mark is recognised', async () => {
  const file = await read('amharic.txt', wide('ሰላምእንደምንአደርክ', 'be', false))
  expect(textsOf(file)).toEqual(['ሰላምእንደምንአደርክ'])
})

test('Windows-1252 is guessed, and the guess is told', async () => {
  const file = await read('old.txt', Buffer.from('Caf\xe9 \x93Naira\x94 \x96 5 \x80', 'latin1'))
  expect(textsOf(file)).toEqual(['Café “Naira” – 5 €'])
  expect(file.warnings.join()).toContain('Windows-1252')
})

test('a person may choose another encoding than the guessed one', async () => {
  const bytes = Buffer.from('caf\x8e', 'latin1')
  expect(textsOf(await readImportedFile({ name: 'a.txt', bytes, encoding: 'macintosh' }))).toEqual([
    'café',
  ])
})

test('one broken letter does not make UTF-8 another encoding, and is told', async () => {
  const file = await read('cut.txt', Buffer.concat([utf8('Ẹ káàárọ̀, Ṣọlá ọmọ'), Buffer.of(0xe1)]))
  expect(textsOf(file)[0]).toMatch(/^Ẹ káàárọ̀, Ṣọlá ọmọ/)
  expect(file.warnings.join()).toContain('could not be read')
})

test('lone surrogates of UTF-16 are shown as unreadable letters, and told', async () => {
  const file = await read('lone.txt', wide('Hello \ud800 there, this is text', 'le'))
  expect(textsOf(file)[0]?.isWellFormed()).toBe(true)
  expect(file.warnings.join()).toContain('1 letter could not be read')
})

test('a NUL in a text is left out and told', async () => {
  const file = await read('nul.txt', `${'Good morning. '.repeat(20)}\0Bye.`)
  expect(textsOf(file)[0]).toMatch(/Good morning. Bye\.$/)
  expect(file.warnings.join()).toContain('NUL')
})

test('text from right to left stays as it is', async () => {
  expect(textsOf(await read('rtl.txt', 'سارة: صباح الخير\nשלום'))).toEqual([
    'سارة: صباح الخير',
    'שלום',
  ])
})

test.each([
  ['empty.txt', new Uint8Array(), 'is empty (0 bytes)'],
  ['paper.pdf', utf8('%PDF-1.7\n%âãÏÓ'), 'save it as .docx or .txt'],
  ['letter.doc', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'save it as .docx'],
  [
    'secret.docx',
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
    'remove the password',
  ],
  ['letter.rtf', utf8('{\\rtf1 hello}'), 'save it as .docx'],
  ['text.docx', utf8('only text'), 'is no Word document'],
  ['cut.docx', docx(paragraph('Hello')).subarray(0, 400), 'is damaged'],
  ['book.xlsx', zipSync({ 'xl/workbook.xml': utf8('<x/>') }), 'Excel'],
  ['text.odt', zipSync({ 'content.xml': utf8('<x/>') }), 'OpenDocument'],
  ['book.epub', zipSync({ 'META-INF/container.xml': utf8('<x/>') }), 'e-book'],
  ['slides.pptx', zipSync({ 'ppt/presentation.xml': utf8('<x/>') }), 'PowerPoint'],
  ['page.html', utf8('<style>color: red</style>Hello'), 'is a web page'],
  ['page.txt', utf8('\ufeff<!-- saved -->\n<!DOCTYPE html><p>color: red</p>'), 'is a web page'],
  ['page.md', wide('<html lang="yo">', 'le'), 'is a web page'],
  ['some.zip', zipSync({ 'a.txt': utf8('a') }), 'archive without a Word document'],
  ['xml.docx', docx('<w:p><w:r>'), 'is damaged'],
  [
    'picture.png',
    Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
    'is not a text',
  ],
] as const)('%s is refused with what to do: %#', async (name, bytes, message) => {
  await expect(read(name, bytes)).rejects.toMatchObject({
    name: 'AppError',
    code: 'request/unreadable',
    message: expect.stringContaining(message),
  })
})

test('a Word document gives its headings and paragraphs, line breaks divide them', async () => {
  const file = await read(
    'script.docx',
    docx(
      paragraph('Chapter one', 'Heading1') +
        paragraph('Ṣọlá: Ẹ káàárọ̀ & welcome') +
        '<w:p><w:r><w:t>One</w:t><w:br/><w:t>Two</w:t><w:tab/><w:t>three</w:t></w:r></w:p>' +
        paragraph('Part', 'Heading2'),
    ),
  )
  expect(file.format).toBe('Word document')
  expect(piecesOf(file)).toEqual([
    { text: 'Chapter one', heading: 1 },
    { text: 'Ṣọlá: Ẹ káàárọ̀ & welcome' },
    { text: 'One' },
    { text: 'Two three' },
    { text: 'Part', heading: 2 },
  ])
})

test('a table within a Word document gives speakers and lines', async () => {
  const body =
    paragraph('Scene', 'Heading1') +
    table([
      ['Ada', 'Kedu?'],
      ['Tunde', 'I am fine.'],
    ])
  expect(piecesOf(await read('script.docx', docx(body)))).toEqual([
    { text: 'Scene', heading: 1 },
    { text: 'Kedu?', speaker: 'Ada' },
    { text: 'I am fine.', speaker: 'Tunde' },
  ])
})

test('a Word document that is one table is a table', async () => {
  const file = await read(
    't.docx',
    docx(
      table([
        ['Speaker', 'Text'],
        ['Ada', 'Kedu?'],
      ]),
    ),
  )
  expect(tableOf(file)).toMatchObject({ hasHeader: true, roles: ['speaker', 'text'] })
})

test('a Word document of 50 MB with pictures is read, without unpacking them', async () => {
  const picture = Buffer.alloc(50 * 1024 * 1024, 'picture')
  const body = docx(paragraph('Hello'), { 'word/media/image1.png': picture })
  expect(textsOf(await read('large.docx', body))).toEqual(['Hello'])
})

test('a zip bomb is refused before it is unpacked', async () => {
  const bomb = docx('', { 'word/footnotes.xml': Buffer.alloc(60 * 1024 * 1024, ' ') })
  expect(bomb.length).toBeLessThan(1024 * 1024)
  await expect(read('bomb.docx', bomb)).rejects.toThrow('unpacks to more text')
})

test('a zip bomb that says it is small is cut at what it says', async () => {
  const honest = docx(paragraph('x'.repeat(40 * 1024 * 1024)))
  const lying = Buffer.from(honest)
  const directory = lying.lastIndexOf('word/document.xml')
  // Central directory: the uncompressed size stands 22 bytes before the name.
  lying.writeUInt32LE(1000, directory - 22)
  await expect(read('bomb.docx', lying)).rejects.toThrow('is damaged')
})

test('Markdown loses its marks, but not Griot’s own', async () => {
  const file = await read(
    'script.md',
    [
      '---\ntitle: x\n---',
      '# Morning *news*',
      '**Narrator:** It is [pause 300ms] early &amp; \\[sic].\nIt is cold.',
      'Ada: [yo]Ẹ káàárọ̀[/yo]\nTunde: [Read](https://example.com) this.',
      '- One\n- Two\n\n> Quoted',
      '```\ncode\n```',
      '<!-- hidden -->',
    ].join('\n\n'),
  )
  expect(piecesOf(file)).toEqual([
    { text: 'Morning news', heading: 1 },
    { text: 'Narrator: It is [pause 300ms] early & \\[sic]. It is cold.' },
    { text: 'Ada: [yo]Ẹ káàárọ̀[/yo]' },
    { text: 'Tunde: Read this.' },
    { text: 'One' },
    { text: 'Two' },
    { text: 'Quoted' },
  ])
  expect(file.warnings).toEqual([
    'The details at the start of the file (between ---) were left out.',
    '1 block of code was left out.',
    '1 piece of HTML was left out.',
  ])
})

test('a line at the start of Markdown is no front matter', async () => {
  expect(textsOf(await read('a.md', '---\n\nOne\n\n---\n\nTwo'))).toEqual(['One', 'Two'])
})

test('a table of Markdown is a table', async () => {
  const file = await read('t.md', '| Voice | Line |\n|---|---|\n| Ada | **Kedu?** |')
  expect(tableOf(file)).toMatchObject({
    rows: [
      ['Voice', 'Line'],
      ['Ada', 'Kedu?'],
    ],
    roles: ['speaker', 'text'],
  })
})

test('a CSV of ours, of Excel and of a table of calls tells its columns', async () => {
  const named = await read('a.csv', 'id;Speaker;Text;Lang\n1;Ada;"Kedu; ada?";ig\n2;Tunde;Hi;en\n')
  expect(tableOf(named)).toMatchObject({
    hasHeader: true,
    roles: ['none', 'speaker', 'text', 'language'],
  })
  expect(tableOf(named).rows[1]).toEqual(['1', 'Ada', 'Kedu; ada?', 'ig'])
  const bare = await read(
    'b.tsv',
    '00:01.0\t00:02.5\tAda\tGood morning to you all, dear listeners.\n00:03.0\t00:04.0\tTunde\tThank you, Ada.\n00:05.0\t00:06.0\tAda\tHere is the news of today.\n00:07.0\t00:08.0\tTunde\tAnd the weather.',
  )
  expect(tableOf(bare)).toMatchObject({
    hasHeader: false,
    roles: ['start', 'end', 'speaker', 'text'],
  })
})

test('a CSV of one column keeps the commas of its texts', async () => {
  const file = await read(
    'one.csv',
    'text\nGood morning, Ada, my friend.\nBye, then.\n"He said ""go"", and left"\n',
  )
  expect(tableOf(file)).toMatchObject({
    hasHeader: true,
    roles: ['text'],
    rows: [['text'], ['Good morning, Ada, my friend.'], ['Bye, then.'], ['He said "go", and left']],
  })
})

test('a CSV of a million rows is read to the limit, and the rest is counted', async () => {
  const file = await read('million.csv', `speaker,text\n${'Ada,Kedu?\n'.repeat(1_000_000)}`)
  expect(tableOf(file).rows).toHaveLength(IMPORT_LIMITS.pieces)
  expect(file.warnings.join()).toContain('1,000,001 rows')
})

test('a quotation mark that is never closed is told', async () => {
  const file = await read('open.csv', 'speaker,text\nAda,"Kedu?\nTunde,Hi\n')
  expect(file.warnings.join()).toContain('never closed')
})

test('subtitles keep their times; broken ones keep their text and are named by number', async () => {
  const file = await read(
    'film.srt',
    '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Good</i>\r\nmorning, I <3 you &amp; all\r\n\r\n2\r\n00:00:xx,000 --> 00:00:05,000\r\nBroken\r\n\r\n3\r\n00:00:06,000 -> 00:00:07,000\r\nArrow\r\n\r\n4\r\n00:00:09,000 --> 00:00:08,000\r\nBackwards\r\n\r\n5\r\n00:00:10,000 --> 00:00:11,000\r\n{\\an8}Ẹ káàárọ̀\r\n',
  )
  expect(piecesOf(file)).toEqual([
    { text: 'Good morning, I <3 you & all', heardAt: { start: 1, end: 2.5 } },
    { text: 'Broken' },
    { text: 'Arrow' },
    { text: 'Backwards' },
    { text: 'Ẹ káàárọ̀', heardAt: { start: 10, end: 11 } },
  ])
  expect(file.warnings.join()).toContain('2 (line 6), 3 (line 10), 4 (line 14)')
})

test('WebVTT tells who speaks; notes and styles are left out', async () => {
  const file = await read(
    'film.vtt',
    'WEBVTT\n\nSTYLE\n::cue {}\n\nNOTE by hand\n\n00:01.000 --> 00:02.000 line:0\n<v Ṣọlá Adé>Ẹ káàárọ̀</v> <v Tim>Hi</v>\n\nid\n00:03.000 --> 00:04.000\n[door closes] Bye\n',
  )
  expect(piecesOf(file)).toEqual([
    { text: 'Ẹ káàárọ̀', speaker: 'Ṣọlá Adé', heardAt: { start: 1, end: 2 } },
    { text: 'Hi', speaker: 'Tim', heardAt: { start: 1, end: 2 } },
    { text: '[door closes] Bye', heardAt: { start: 3, end: 4 } },
  ])
  expect(file.warnings).toEqual(['1 note was left out.'])
})

test('subtitles in a file called .txt are recognised', async () => {
  const file = await read('film.txt', '1\n00:00:01,000 --> 00:00:02,000\nHello\n')
  expect(piecesOf(file)).toEqual([{ text: 'Hello', heardAt: { start: 1, end: 2 } }])
})

test('a text longer than all that is taken is cut, which is told', async () => {
  const file = await read('long.txt', 'word '.repeat(2_000_000))
  expect(textsOf(file)[0]).toHaveLength(IMPORT_LIMITS.characters)
  expect(file.warnings.join()).toContain('too long')
})

test('a script that Griot exported as a table has no formulas in it, and comes back as it was', async () => {
  const texts = [
    ...['=HYPERLINK("http://x")', '+1+1', '@SUM(A1)', '-2+3', "'=1", "''+1", "'tis so", ' =1'],
    ...['\t=1', '\r\n-', '＝1', 'a=b', '– Ẹ káàárọ̀', ''],
  ]
  const lines = texts.map((text, index) => ({
    ...{ id: `${index}`, text, comment: text, voice: text || 'x', speed: 1, pitch: -2 },
    original: { text, language: 'yo' as const, translated: text, made: text },
  }))
  const table = scriptTable({ title: '', lines, voices: {} })
  for (const cell of table.matchAll(/(?<=^|,)"?([^",]*)/gm))
    expect(cell[1]).not.toMatch(/^\s*[=+@]|^\s*-(?!2$)/)
  const { rows } = tableOf(await read('ours.csv', table))
  const column = (name: string) => rows.slice(1).map((row) => row[rows[0]?.indexOf(name) ?? -1])
  expect(column('text')).toEqual(texts)
  expect(column('comment')).toEqual(texts)
  expect(column('original')).toEqual(texts)
  expect(column('voice')).toEqual(texts.map((text) => text || 'x'))
  expect(column('pitch')).toEqual(texts.map(() => '-2'))
  const theirs = tableOf(await read('theirs.csv', "speaker,text\nAda,'=1 is what she wrote\n"))
  expect(theirs.rows[1]).toEqual(['Ada', "'=1 is what she wrote"])
})

/** As the program reads a file: a reader that never comes to its end is stopped. */
const inThread = (name: string, text: string): Promise<ImportedFile> =>
  readInThread({ name, bytes: utf8(text) }, new AbortController().signal)

test.each([
  ['film.srt', `1\n00:00:01,000 --> 00:00:02,000\n${'{\\'.repeat(400_000)}`],
  ['film.vtt', `WEBVTT\n\n1${'-'.repeat(800_000)}`],
])(
  'subtitles (%s) of marks that are never closed do not keep their reader busy',
  async (name, text) => {
    expect(piecesOf(await inThread(name, text))).toHaveLength(1)
  },
)

fullTest('Markdown of marks that are never closed does not keep its reader busy', async () => {
  expect(textsOf(await inThread('a.md', '_a'.repeat(200_000)))).toHaveLength(1)
})

test('emphasis and addresses in a long paragraph of Markdown lose their marks', async () => {
  const words = 'It is *very* cold at <b>https://example.com/a_b</b>. '
  const [text] = textsOf(await read('a.md', words.repeat(200)))
  expect(text).toBe('It is very cold at https://example.com/a_b. '.repeat(200).trim())
})

test.each([
  ['a.md', '>'.repeat(10_000)],
  ['b.md', `${'* '.repeat(10_000)}a`],
  ['c.vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<i>'.repeat(20_000)}a`],
])('marks that are nested too deeply (%s) are refused in words', async (name, text) => {
  await expect(read(name, text)).rejects.toMatchObject({
    code: 'request/unreadable',
    message: expect.stringMatching(/nested too deeply/),
  })
})
