import type { Finding, SentencePair } from './sentence-pair.ts'

/** "There is" is "e get", too. */
const HAS =
  /\b(?:have|has|had|having|'ve|get|gets|got|getting|there|own|owns|owned|with|received?|receives)\b/iu
const TOLD =
  /\b(i|we|you|he|she|they)\s+(?:am|are|is|was|were|(?:have|has|had)\s+been|will\s+be)\s+(?:not\s+|never\s+|also\s+)?(told|asked|given|shown|taught|offered|paid|promised|informed|advised|warned)\b/iu
/** Whom Pidgin names where English has the passive: "we were told" is "dem tell us". */
const OBJECTS: Readonly<Record<string, RegExp>> = {
  i: /\bme\b/iu,
  we: /\bus\b/iu,
  you: /\b(?:you|una)\b/iu,
  he: /\b(?:am|him)\b/iu,
  she: /\b(?:am|her)\b/iu,
  they: /\bdem\b.*\bdem\b/iu,
}

/**
 * From English into Nigerian Pidgin, which share most of their words: "get", where nobody has anything, and who does what to whom, where a
 * passive sentence has become an active one ("we were told": "we tell dem").
 */
export function pidginFindings({ source, text, from, to }: SentencePair): readonly Finding[] {
  if (from !== 'en' || to !== 'pcm') return []
  const [given] = /\bget\b/iu.exec(text) ?? []
  const [told, whom = ''] = TOLD.exec(source) ?? []
  return [
    ...(given && !HAS.test(source) ? [{ source: '', text: given }] : []),
    ...(told && !OBJECTS[whom.toLowerCase()]?.test(text) ? [{ source: told, text: '' }] : []),
  ]
}
