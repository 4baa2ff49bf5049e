import { cardinal, ordinal } from './number-words.ts'

const VALUES: Readonly<Record<string, number>> = {
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
}
const VALID = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/
const NUMERAL = '([IVXLC]{1,9})'

const COUNTED =
  'World War|War|Chapter|Part|Act|Scene|Volume|Vol|Book|Phase|Type|Class|Section|Article|Grade|Level|Stage|Apollo|Bowl|Rocky|Mark|Title|Vatican|Fantasy|Episode|Season|Appendix|Schedule|Figure|Table|Unit|Module|Lesson|Form|Step|Category|Group|Division|Round|Tier|Zone|Clause|Annex|Form|Psalm|Canto|Day|Paragraph|Year|Exhibit|Item|Question|Republic|Lagos|Ikoyi|Lekki Phase|Maitama|Surulere|Batch|Plan|Quarter|Cohort'
const AFTER_COUNTED = new RegExp(
  `(?<=(?<!\\p{L})(?i:${COUNTED})\\.? )${NUMERAL}(?![\\p{L}'\\d])`,
  'gu',
)

const REIGNING =
  'Elizabeth|Charles|George|Henry|Edward|William|Richard|James|John|Paul|Pius|Benedict|Francis|Leo|Gregory|Clement|Innocent|Urban|Louis|Philip|Frederick|Napoleon|Nicholas|Catherine|Peter|Alexander|Ivan|Mary|Victoria|Haile Selassie|Selassie|Menelik|Tewodros|Yohannes|Mohammed|Muhammad|Muhammadu|Hassan|Abdullah|Ramses|Ramesses|Ptolemy|Cleopatra|Darius|Xerxes|Sanusi|Bello|Sanusi|Ewuare|Erediauwa|Akenzua|Eweka|Ovonramwen|Adeyemi|Lamidi|Akran|Ogunwusi|Saad|Abubakar|Attahiru|Mai|Idris|Elkanemi|Oba|Otto|Wilhelm|Felipe|Juan Carlos|Carl|Harald|Olav|Margrethe|Rama|Theodore|Shenouda|Tawadros|Bartholomew|Constantine|Justinian|Letsie|Mswati|Moshoeshoe|Mutesa|Kabarega|Osei Tutu|Tutu|Prempeh'
const AFTER_REIGNING = new RegExp(
  `(?<=(?<!\\p{L})(?:${REIGNING}) )${NUMERAL}('s)?(?![\\p{L}\\d'])(?! (?:think|thought|am|know|knew|believe|say|said|saw|love|met|would|could|should|have|will|want|wanted|do|did|can|went|told|asked|feel|felt|remember)(?!\\p{L}))`,
  'gu',
)
/** "Robert Downey Okafor III": two names in capitals before it make a person. */
const AFTER_PERSON =
  /(?<=\p{Lu}\p{Ll}{1,20} \p{Lu}\p{Ll}{1,20} )(I{2,3}|IV|VI{0,3}|IX)(?![\p{L}\d'])/gu
const AFTER_NAME = /(?<=\p{Lu}[\p{L}]{1,20} )(I{2,3}|I[VX]|VI{1,3}|X[IVX]{1,5})(?![\p{L}\d'])/gu
const LINE_START = /(?<=^ *)([IVX]{1,7})[.)] (?=\S)/gmu

/** Roman numerals: "Elizabeth II" → the second, "Chapter IV" → four, "World War I" → one. The pronoun I stays. */
export function readRoman(text: string): string {
  const hasSecondItem = /^ *II[.)] /m.test(text)
  return text
    .replace(AFTER_COUNTED, (numeral: string) => {
      const value = decimal(numeral)
      return value === undefined || (numeral.length === 1 && /[CDLM]/.test(numeral))
        ? numeral
        : cardinal(value)
    })
    .replace(AFTER_REIGNING, (match: string, numeral: string, ending: string | undefined) => {
      const value = decimal(numeral)
      return value === undefined || /^[CLDM]/.test(numeral)
        ? match
        : `the ${ordinal(value)}${ending ?? ''}`
    })
    .replace(AFTER_PERSON, (numeral) => `the ${ordinal(decimal(numeral) ?? '0')}`)
    .replace(AFTER_NAME, (numeral) => {
      const value = decimal(numeral)
      return value === undefined ? numeral : cardinal(value)
    })
    .replace(LINE_START, (match: string, numeral: string) => {
      const value = decimal(numeral)
      return value === undefined || (numeral.length === 1 && !hasSecondItem)
        ? match
        : `${cardinal(value)}, `
    })
}

/** The value as digits; undefined where the letters are no numeral. */
function decimal(numeral: string): string | undefined {
  if (!VALID.test(numeral) || numeral === '') return undefined
  const values = [...numeral].map((letter) => VALUES[letter] ?? 0)
  const sum = values.reduce((total, value, index) => {
    return total + (value < (values[index + 1] ?? 0) ? -value : value)
  }, 0)
  return String(sum)
}
