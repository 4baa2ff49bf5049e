const STRENGTH = ',—:;.!?'
const NOT_SAID = /[^\p{L}\p{M}' \n.,;:?!—]/gu
const LOOSE_APOSTROPHE = /(?<![\p{L}\p{M}])'(?!\p{L})/gu
/** Signs that Unicode counts among the letters, because they change one: alone they say nothing ("ˆ"). */
const LOOSE_MODIFIER = /(?<![\p{L}\p{M}])\p{Lm}+(?![\p{L}\p{M}])/gu
const MARKS = /[ ]*[.,;:?!—](?:[ .,;:?!—]*[.,;:?!—])?[ ]*/g

/**
 * Cleans up after the rules, for all languages: single spaces, one punctuation mark where several met (the strongest),
 * none at the start of a line, no empty lines, no characters without sound.
 */
export function tidy(text: string): string {
  return text
    .replace(NOT_SAID, ' ')
    .replace(LOOSE_APOSTROPHE, ' ')
    .replace(LOOSE_MODIFIER, ' ')
    .split('\n')
    .map(tidyLine)
    .filter((line) => line !== '')
    .join('\n')
}

function tidyLine(line: string): string {
  const single = line.replace(/ {2,}/g, ' ').trim()
  return single
    .replace(MARKS, (marks, offset: number) => {
      if (offset === 0) return ''
      const mark = strongest(marks)
      return mark === '—' ? ' — ' : `${mark} `
    })
    .replace(/[ ,;:—]+$/, '')
    .trim()
}

/** A sentence's end beats a break; of two ends the first decides, except that a question stays one. */
function strongest(marks: string): string {
  if (marks.includes('?')) return '?'
  const end = /[.!]/.exec(marks)
  if (end) return end[0]
  return [...marks].reduce((best, mark) => {
    return STRENGTH.indexOf(mark) > STRENGTH.indexOf(best) ? mark : best
  }, ',')
}
