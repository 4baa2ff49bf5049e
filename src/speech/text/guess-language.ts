import type { LanguageCode } from '#shared/voices.ts'

/** Letters that, among these languages, only one writes. */
const LETTERS: readonly (readonly [LanguageCode, RegExp])[] = [
  ['ha', /[ɓɗƙƴ]/giu],
  ['ig', /[ịụṅ]/giu],
  ['yo', /[ẹṣ]/giu],
]

/** Small words that are frequent in one of them and rare in the others, without their marks. */
const WORDS: Readonly<Record<Exclude<LanguageCode, 'am'>, string>> = {
  en: 'the and of is are was were this that these with from have has had will would they their there which you your when what been because',
  pcm: 'dey wetin una abeg wey dem dis dat dia sabi comot pikin oga don im sef wahala abi oya waka fit nor',
  ha: 'da ta ba shi ita kuma cikin wannan domin amma idan suna yana tana ina kana mutane sannan wani wata daga',
  ig: 'nke ndi bu ihe onye maka mana anyi unu ike ndu oge otu niile ahu nwere ga nwa ebe kedu',
  yo: 'awon naa ninu fun won ati pelu nitori lati sugbon mo wa gbogbo kan si ti ni je ojo ile owo omo',
}

/** Counted by the letters, a language's own letter tells more than a word. */
const LETTER_WEIGHT = 2
/** What a text must show of a language, and how many times more than of the next, to be taken for it. */
const LEAST_EVIDENCE = 2
const LEAST_LEAD = 2
/** Of the text, in characters: more changes nothing. */
const MOST_READ = 4_000

const OWNERS = ownersOf(WORDS)

/**
 * The language of a text by its script, by the letters that only one language writes, and by small words; undefined
 * where that does not tell. Names and single words mostly do not.
 */
export function guessLanguage(text: string): LanguageCode | undefined {
  const read = text.slice(0, MOST_READ).normalize('NFC')
  const ethiopic = read.match(/\p{Script=Ethiopic}/gu)?.length ?? 0
  const latin = read.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (ethiopic > latin) return 'am'
  const evidence = new Map<LanguageCode, number>()
  const add = (language: LanguageCode, weight: number): void => {
    evidence.set(language, (evidence.get(language) ?? 0) + weight)
  }
  for (const [language, letters] of LETTERS)
    add(language, (read.match(letters)?.length ?? 0) * LETTER_WEIGHT)
  for (const word of plainWordsOf(read)) {
    const owner = OWNERS.get(word)
    if (owner) add(owner, 1)
  }
  return leader(evidence)
}

function leader(evidence: ReadonlyMap<LanguageCode, number>): LanguageCode | undefined {
  const [first, second] = [...evidence].sort(([, a], [, b]) => b - a)
  if (!first || first[1] < LEAST_EVIDENCE) return undefined
  return first[1] >= LEAST_LEAD * (second?.[1] ?? 0) ? first[0] : undefined
}

function plainWordsOf(text: string): readonly string[] {
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return plain.match(/\p{L}+/gu) ?? []
}

function ownersOf(words: typeof WORDS): ReadonlyMap<string, LanguageCode> {
  return new Map(
    Object.entries(words).flatMap(([language, list]) =>
      // The keys of the table are its languages.
      list.split(' ').map((word) => [word, language as LanguageCode] as const),
    ),
  )
}
