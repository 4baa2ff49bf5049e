import { wordSet } from './phrase-breaks.ts'

/** Words of a language from which a reader sees what the parts of a sentence are for. All in small letters. */
export interface IntonationCues {
  /** Before the last member of a list. */
  readonly and: ReadonlySet<string>
  /** Between two choices. */
  readonly or: ReadonlySet<string>
  /** Turns of phrase that set something against something else, or that single it out. */
  readonly turns: readonly Turn[]
  /** Before a noun, without stress: "the", "my". */
  readonly lightWords: ReadonlySet<string>
  /** Before a verb: "it", "they". What begins with one is a clause. */
  readonly subjects: ReadonlySet<string>
  /** Words that may be meant at the end of a turn, where no more follow in its phrase. */
  readonly mostAtEnd: number
  /** The last words of a question, after a mark, that only ask for assent: "aren't you", "abi". */
  readonly tags: ReadonlySet<string>
  /** Words of questions that ask for more than yes or no, and where they stand. */
  readonly questionWords: ReadonlySet<string>
  readonly asksAnywhere: boolean
}

/** A part of a turn: words of which one must stand there, or a place for other words. */
export type TurnPart =
  | { readonly kind: 'words'; readonly words: ReadonlySet<string> }
  /** Words that are denied, or meant: those that stand out. */
  | { readonly kind: 'denied' | 'meant' }
  /** A mark or a pause that was asked for stands before the next part. */
  | { readonly kind: 'break' }

export interface Turn {
  /** It begins a phrase: the sentence, or what follows a mark. */
  readonly beginsPhrase: boolean
  readonly parts: readonly TurnPart[]
}

/**
 * Turns, each in a string: words as they are, `a|b` where either may stand, `X` what is denied, `Y` what is meant, a comma where a mark
 * has to stand; `^` before a turn that begins a phrase.
 * @example `turnsOf('not X but Y')` finds the "rice" of "not beans but rice".
 */
export function turnsOf(...turns: readonly string[]): readonly Turn[] {
  return turns.map((turn) => {
    const parts = turn
      .replace(/^\^/, '')
      .split(' ')
      .map((part): TurnPart => {
        if (part === 'X') return { kind: 'denied' }
        if (part === 'Y') return { kind: 'meant' }
        if (part === ',') return { kind: 'break' }
        return { kind: 'words', words: wordSet(part.normalize('NFC').replaceAll('|', ' ')) }
      })
    return { beginsPhrase: turn.startsWith('^'), parts }
  })
}
