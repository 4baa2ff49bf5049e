import { readFile } from 'node:fs/promises'
import type { KnownForm } from './known-words.ts'
import { canonical, completes, plainOf } from './marks.ts'
import type { Likely } from './unknown-words.ts'

/** Initial capital: one at the start of a sentence says less about a name than one inside it. */
export type Capital = 'none' | 'of-sentence' | 'of-word'

/** Forms of an unmarked word as a personal name, title or place, with their probabilities; empty if it is none. */
export type NameLexicon = (plain: string) => readonly Likely[]

/**
 * Share of marked names in careful texts that agree with the lexicon: mean over the 200 names, listed or composed, that
 * begin with a capital inside a sentence of the training texts (resources/lexicons/yo-names.md).
 */
const AS_WRITTEN = 0.77
/** The share of the first of several forms. */
const USUAL = 0.7
/** A first part this short stands before longer parts alone: "Fa" and "So" begin too many words. */
const SHORT = 2
const LONG = 4

interface First {
  /** Before a verb, whose subject ends on high tone: Akín-wálé. */
  readonly beforeVerb: string
  /** Before a noun: Akin-ọlá. */
  readonly beforeNoun: string
}

/**
 * Opens the lexicon of names: whole ones, and the parts of which most Yoruba names are made, a first part and what it
 * does or is. Throws an Error that names a file it cannot read.
 */
export async function readNames(path: string): Promise<NameLexicon> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The lexicon ${path} cannot be read: install Griot again.`, { cause })
  })
  const whole = new Map<string, readonly string[]>()
  const firsts = new Map<string, First>()
  const verbs = new Map<string, readonly string[]>()
  const nouns = new Map<string, readonly string[]>()
  for (const row of text.split('\n').filter((row) => row !== '')) {
    const [kind, ...cells] = row.split('\t')
    const [form = '', beforeNoun = form] = cells.map(canonical)
    if (kind === 'first') firsts.set(plainOf(form), { beforeVerb: form, beforeNoun })
    else add(kind === 'verb' ? verbs : kind === 'noun' ? nouns : whole, form)
  }
  const madeOf = (plain: string): readonly string[] => {
    const forms = [...firsts].flatMap(([start, { beforeVerb, beforeNoun }]) => {
      const rest = plain.slice(start.length)
      if (!plain.startsWith(start) || (start.length <= SHORT && rest.length < LONG)) return []
      return [
        ...(verbs.get(rest) ?? []).map((verb) => beforeVerb + verb),
        ...(nouns.get(rest) ?? []).map((noun) => beforeNoun + noun),
      ]
    })
    return [...new Set(forms)]
  }
  const formsOf = (plain: string): readonly string[] => whole.get(plain) ?? madeOf(plain)
  return (plain) => {
    const forms = plain.includes('sh') ? formsWithSh(plain, formsOf) : formsOf(plain)
    return forms.map((form, at) => ({ form, probability: AS_WRITTEN * shareOf(at, forms.length) }))
  }
}

/** "Folashade" is Fọláṣadé in English letters: its s has no dot. */
function formsWithSh(
  plain: string,
  formsOf: (plain: string) => readonly string[],
): readonly string[] {
  return formsOf(plain.replaceAll('sh', 's'))
    .map((form) => form.replaceAll('ṣ', 'sh'))
    .filter((form) => plainOf(form) === plain)
}

/** Of several forms the first is the usual one. */
function shareOf(at: number, count: number): number {
  if (count === 1) return 1
  return at === 0 ? USUAL : (1 - USUAL) / (count - 1)
}

function add(forms: Map<string, readonly string[]>, form: string): void {
  const plain = plainOf(form)
  forms.set(plain, [...(forms.get(plain) ?? []), form])
}

/** A word that the texts have this often, in prose of today twice, tells little of how it is marked. */
const RARE = 6
/** Of a word that they have no more than this, twenty times today, a form that is a name is one where it has a capital. */
const SELDOM = 60

/**
 * The names that may stand in one place: for a word that no text had; for one with a capital that texts have without
 * marks alone; and inside a sentence for one with a capital that they hardly have, or with no mark that the name has
 * not, because news leaves marks of names out. Other words are left to those who know them.
 */
export function namesAt(
  plain: string,
  known: readonly KnownForm[],
  capital: Capital,
  names: NameLexicon,
): readonly Likely[] {
  if (known.length === 0) return names(plain)
  if (capital === 'none') return []
  if (known.every(({ form }) => form === plain)) return names(plain)
  if (capital === 'of-sentence') return []
  const count = known.reduce((sum, form) => sum + form.count, 0)
  return names(plain).filter(
    (name) =>
      count <= RARE ||
      (count <= SELDOM && known.some(({ form }) => form === name.form)) ||
      known.every(({ form }) => completes(name.form, form)),
  )
}
