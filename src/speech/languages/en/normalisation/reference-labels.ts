/** Short forms before the number of a part of a book, a law or a paper, of one and of many (The Chicago Manual of Style, on scholarly abbreviations). */
const LABELS: Readonly<Record<string, string>> = {
  ...{ eqn: 'equation', eqns: 'equations', tab: 'table', sect: 'section', thm: 'theorem' },
  ...{ reg: 'regulation', regs: 'regulations', cl: 'clause', par: 'paragraph', pars: 'paragraphs' },
  ...{ fn: 'footnote', nn: 'notes', ll: 'lines', col: 'column', cols: 'columns', ss: 'sections' },
  ...{ fol: 'folio', fols: 'folios', pl: 'plate', pls: 'plates', sch: 'schedule', prob: 'problem' },
}
const LABEL = new RegExp(
  `(?<![\\p{L}\\d.'’-])(${Object.keys(LABELS).join('|')}|${Object.keys(LABELS)
    .map((label) => `${label.charAt(0).toUpperCase()}${label.slice(1)}`)
    .join('|')})\\. ?(?=\\d)`,
  'gu',
)
/** "app. B" */
const APPENDIX = /(?<![\p{L}\d.'’-])([Aa])pp\. (?=[A-H](?![\p{L}\d.]))/gu
/** "pp. 5ff.": and those that follow. */
const FOLLOWING = /(?<=(?<![\p{L}\d.,])\d{1,4}) ?ff(?:\.|(?![\p{L}\d]))(?![\p{L}\d])/gu

/** Labels of parts before their numbers: "eqn. 3" → equation 3, "reg. 10" → regulation 10, "5ff." → 5 and following. */
export function readReferenceLabels(text: string): string {
  return text
    .replace(LABEL, (_, label: string) => {
      const word = LABELS[label.toLowerCase()] ?? label
      return `${/^\p{Lu}/u.test(label) ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word} `
    })
    .replace(APPENDIX, '$1ppendix ')
    .replace(FOLLOWING, ' and following')
}
