import type { Reading, ReadingFinding } from '#shared/reading.ts'

/** A reading that was compared with its text, as lines for people: one for each difference. */
export function readingLines({ words, findings, basis }: Reading): string {
  const count = `${words} ${words === 1 ? 'word' : 'words'}`
  if (findings.length === 0) return `Nothing is missing, repeated or too much: ${count} checked.\n`
  const head = `${findings.length} of ${count} ${findings.length === 1 ? 'needs' : 'need'} an ear:`
  const doubt =
    basis === 'words' ? ['Only the words were compared: the recogniser itself may be wrong.'] : []
  return [head, ...findings.map(lineOf), ...doubt].map((line) => `${line}\n`).join('')
}

function lineOf({ kind, written, expected, heard, start, isSure }: ReadingFinding): string {
  const should = written === '' || written === expected ? expected : `${written} (${expected})`
  const what = {
    missing: `missing: ${should}`,
    extra: `too much: ${heard}`,
    repeated: `repeated: ${heard}`,
    different: `different: ${should}, heard as ${heard}`,
  }[kind]
  const time = start === undefined ? '' : `, at ${start.toFixed(1)} s`
  return `  ${what}${time}${isSure ? '' : ' (not sure)'}`
}
