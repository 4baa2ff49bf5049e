import { isFidel, slotsOf } from '#speech/languages/am/phonemes/fidel.ts'
import { griotFilter } from '../line-filter.ts'
import { findData, type Measure, parseOptions, readRows, required, UsageError } from '../measure.ts'
import { percent } from '../scores/percent.ts'
import { halfOf } from './pronunciation.ts'

const HALVES = ['seen', 'unseen']
const MARKS = /[\u135d-\u135f]/g
const IS_CONSONANT = /^[^əuiaeɨo]/

export const gemination: Measure = {
  summary: 'long consonants of Amharic words that are written without marks, against marked lists',
  help: `npm run eval -- gemination --reference FILE [options]

Reads each word alone, without its marks, and compares which consonants are long. Recall: how many of the marked ones are;
precision: how many of the long ones are marked.

  --reference FILE  source TAB word with U+135F over long consonants: train/amharic-words/lists.py makes it
  --source NAME     the source that is measured on (list)
  --half HALF       seen or unseen, by the SHA-1 of the word without marks, as of pronunciation
  --show N          prints the first N words that differ`,
  async run(args) {
    const options = parseOptions(args, {
      reference: { type: 'string' },
      source: { type: 'string', default: 'list' },
      half: { type: 'string' },
      show: { type: 'string', default: '0' },
    })
    const { half } = options
    if (half !== undefined && !HALVES.includes(half))
      throw new UsageError(`--half is seen or unseen, not "${half}".`)
    const reference = findData(
      required('reference', options.reference),
      "the data of the Ge'ez Frontier Foundation (geezorg/data, CC BY-SA 4.0)",
    )
    const marked = readRows(reference)
      .filter(([source]) => source === options.source)
      .map(([, word = '']) => word)
    const entries = [...new Set(marked)]
      .map((form) => ({ form, word: form.replace(MARKS, '') }))
      .filter(({ word }) => [...word].every(isFidel) && [...word].length > 1)
      .filter(({ word }) => half === undefined || halfOf(word) === half)
    const said = griotFilter('phonemes', '--language', 'am')(entries.map(({ word }) => word))
    const compared = entries.map(({ form }, at) => ({
      form,
      ipa: said[at] ?? '',
      expected: slotsOf(form).map(({ geminate }) => geminate),
      found: longConsonants(said[at] ?? ''),
    }))
    const wrong = compared.filter(({ expected, found }) => expected.join() !== found.join())
    for (const { form, ipa } of wrong.slice(0, Number(options.show))) console.log(`${form}\t${ipa}`)
    const pairs = compared.flatMap(({ expected, found }) =>
      expected.map((long, at) => ({ long, found: found[at] ?? false })),
    )
    const both = pairs.filter(({ long, found }) => long && found).length
    const recall = percent(both, pairs.filter(({ long }) => long).length)
    const precision = percent(both, pairs.filter(({ found }) => found).length)
    console.log(`words ${compared.length}  recall ${recall}  precision ${precision}`)
  },
}

/** Whether each consonant of a transcription is long. */
function longConsonants(ipa: string): readonly boolean[] {
  return ipa
    .replaceAll('ˈ', '')
    .split(/[\s|]+/)
    .filter((phone) => IS_CONSONANT.test(phone))
    .map((phone) => phone.endsWith('ː'))
}
