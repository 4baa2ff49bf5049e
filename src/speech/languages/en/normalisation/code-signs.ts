import { spell } from './letters.ts'

/** "HEAD~3", "HEAD^": a commit before another. */
const TILDE = /(?<=(?<!\p{L})(?:HEAD|ORIG_HEAD|main|master))~(?=\d{1,3}(?!\d))/gu
const CARET = /(?<=(?<!\p{L})HEAD)\^(?![\p{L}\d])/gu
/** "x % 2": the rest of a division, where a variable of one letter is divided. */
const REMAINDER =
  /(?<=(?<![\p{L}\p{M}\d.'’])[a-z]) ?% ?(?=\d{1,6}(?![\p{L}\d%]| ?[-–] ?\d)|[a-z](?![\p{L}\d]))/gu
/** "a += 1" */
const ASSIGNMENT = /(?<=[\p{L}\d_)] )([-+*/])=(?= [\p{L}\d(])/gu
const OPERATORS: Readonly<Record<string, string>> = {
  ...{ '+': 'plus equals', '-': 'minus equals', '*': 'times equals', '/': 'divide equals' },
}
/** "a && !b", "a || b"; in a row of cells two bars divide what begins with a capital as well. */
const AND = /(?<=[\p{L}\d_)] )&&(?= [!(\p{L}\d])/gu
const OR = /(?<=(?<![\p{L}\d])[\p{Ll}\d_.()[\]]{1,40} )\|\|(?= !?[\p{Ll}_(])/gu
const NOT = /(?<=(?:&&|\|\||\() ?)!(?=[\p{Ll}(])/gu
/** "1.2.0-beta.3": a trial before a version. */
const TRIAL = /(?<=\d)-(alpha|beta|rc|RC|pre|dev|preview|canary)\.(?=\d{1,3}(?!\d))/gu

/** Signs of programs that mean something else in prose, or nothing: "x % 2" → x mod 2, "HEAD~3" → HEAD tilde 3, "a && b" → a and b. */
export function readCodeSigns(text: string): string {
  return text
    .replace(TILDE, ' tilde ')
    .replace(CARET, ' caret')
    .replace(REMAINDER, ' mod ')
    .replace(ASSIGNMENT, (_, sign: string) => OPERATORS[sign] ?? sign)
    .replace(NOT, 'not ')
    .replace(AND, 'and')
    .replace(OR, 'or')
    .replace(TRIAL, (_, stage: string) => ` ${/rc/i.test(stage) ? spell(stage) : stage} `)
}
