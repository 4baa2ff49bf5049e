import { IN_WORD, type StyleRules } from './style-rules.ts'

/** Whole phrases, the longest first, as they are said to a man, to a woman, and politely (Leslau 1995,
 * "Reference Grammar of Amharic"). */
const PHRASES: readonly (readonly [string, string])[] = [
  ['እንኳን ደህና መጣ[ህሽ]', 'እንኳን ደህና መጡ'],
  ['እንደምን አደር[ክህሽ]', 'እንደምን አደሩ'],
  ['እንደምን ዋል[ክህሽ]', 'እንደምን ዋሉ'],
  ['እንደምን አመሸ[ህሽ]', 'እንደምን አመሹ'],
  ['ደህና (?:ሁን|ሁኚ)', 'ደህና ይሁኑ'],
  ['ደህና (?:ዋል|ዋይ)', 'ደህና ይዋሉ'],
  ['ደህና (?:እደር|እደሪ)', 'ደህና ይደሩ'],
  ['(?:ስም[ህሽ]) ማን ነው', 'ስምዎ ማን ነው'],
  ['አመሰግን[ሃሻ]ለሁ', 'አመሰግንዎታለሁ'],
  ['የ(?:አንተ|አንቺ)|ያንተ|ያንቺ', 'የእርስዎ'],
  ['ለ(?:አንተ|አንቺ)|ላንተ|ላንቺ', 'ለእርስዎ'],
  ['ከ(?:አንተ|አንቺ)|ካንተ|ካንቺ', 'ከእርስዎ'],
  ['በ(?:አንተ|አንቺ)|ባንተ|ባንቺ', 'በእርስዎ'],
  ['ስለ ?(?:አንተ|አንቺ)', 'ስለ እርስዎ'],
  ['ወደ ?(?:አንተ|አንቺ)', 'ወደ እርስዎ'],
  ['አይደለ[ህሽ]ም', 'አይደሉም'],
  ['ነ[ህሽ]', 'ነዎት'],
]
const RULES = PHRASES.map(
  ([familiar, formal]) =>
    [new RegExp(`(?<!${IN_WORD})(?:${familiar})(?!${IN_WORD})`, 'gu'), formal] as const,
)
/** The subject can be turned where the only verb is "are", which has been turned. */
const SUBJECT = new RegExp(`(?<!${IN_WORD})(?:አንተ|አንቺ)(ም|ስ)?(?!${IN_WORD})`, 'gu')
const ENDS_IN_ARE = /(?:ነዎት|አይደሉም)\s*[።.!?፧]*\s*$/u
/** Verbs to one person end so: ትሄዳለህ, ትሄጃለሽ, ሄደሃል, ሄደሻል. */
const FAMILIAR_VERB = new RegExp(`${IN_WORD}(?:ለህ|ለሽ|ሃል|ሻል|ህም|ሽም)(?!${IN_WORD})`, 'u')
/** Past tenses to one person, and some nouns, end so. */
const MAYBE_FAMILIAR = new RegExp(`${IN_WORD}{2}[ህሽክ](?!${IN_WORD})`, 'u')
const SENTENCE = /[^።.!?፧\n]+[።.!?፧\n]*/gu

/**
 * Amharic: polite እርስዎ in greetings, after prepositions, as a possessive and with "are" (ነዎት). A sentence whose verb is in
 * a familiar form stays as it is: a pronoun alone would not agree with it.
 */
export const amharicStyle: StyleRules = ({ formality }) =>
  formality === 'formal' ? polite : undefined

function polite(text: string) {
  let isUsed = true
  const styled = text.replace(SENTENCE, (sentence) => {
    let changed = sentence
    for (const [familiar, formal] of RULES) changed = changed.replace(familiar, formal)
    if (ENDS_IN_ARE.test(changed)) changed = changed.replace(SUBJECT, 'እርስዎ$1')
    const isFamiliar = FAMILIAR_VERB.test(changed) || changed.search(SUBJECT) >= 0
    const mayBeFamiliar = changed !== sentence && MAYBE_FAMILIAR.test(changed)
    if (!isFamiliar && !mayBeFamiliar) return changed
    isUsed = false
    return sentence
  })
  return { text: styled, isUsed }
}
