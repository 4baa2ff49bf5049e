import type { SpeechModelFacts } from '#speech/models/speech-model.ts'
import type { Sentence, SentenceEnd } from '#speech/utterance.ts'
import type { ReadWord } from './word-symbols.ts'

/** A symbol of a sentence, and what it says; both undefined of a space or a punctuation mark. */
export interface PlacedSymbol {
  readonly symbol: string
  /** Index of its word in the sentence. */
  readonly word: number | undefined
  /** Index of its phone in the word; undefined of a letter and of a mark. */
  readonly phone: number | undefined
}

/** What a model says in one go. */
export interface Piece {
  readonly symbols: readonly PlacedSymbol[]
  /** Words from `first` to before `end`. */
  readonly first: number
  readonly end: number
}

const MARKS: Readonly<Record<SentenceEnd, string>> = {
  ...{ statement: '.', question: '?', exclamation: '!', clause: ',', joint: '' },
}
const PAUSE = ','
/** Left free for the mark at the end and the spaces. */
const SPARE = 4

/**
 * A sentence in pieces. A new one begins after a pause that was asked for, after every break where the model reads no commas
 * or does not say when it pauses, and where the piece would be too long.
 */
export function piecesOf(
  { words, end }: Sentence,
  read: ReadWord,
  facts: Pick<SpeechModelFacts, 'symbols' | 'mostSymbols' | 'tellsDurations'>,
): readonly Piece[] {
  const known = new Set(facts.symbols)
  const pausesByItself = facts.tellsDurations && known.has(PAUSE)
  const most = facts.mostSymbols - SPARE
  const piece = growingPiece(known)
  for (const [index, word] of words.entries()) {
    const own = read(word)
      .slice(0, most)
      .map(({ symbol, phone }) => ({ symbol, word: index, phone }))
    if (piece.length + own.length > most) piece.close(index)
    piece.add(own)
    if (index === words.length - 1) continue
    const isAsked = (word.pauseAfterSeconds ?? 0) > 0
    const breaks = word.breakAfter || word.restsAfter === true
    if (isAsked || breaks) piece.mark(PAUSE)
    if (isAsked || (breaks && !pausesByItself)) piece.close(index + 1)
  }
  piece.mark(MARKS[end])
  piece.close(words.length)
  return piece.finished
}

function growingPiece(known: ReadonlySet<string>) {
  const finished: Piece[] = []
  let symbols: PlacedSymbol[] = []
  let first = 0
  const mark = (symbol: string): void => {
    if (known.has(symbol) && symbols.length > 0)
      symbols.push({ symbol, word: undefined, phone: undefined })
  }
  return {
    finished,
    mark,
    get length(): number {
      return symbols.length
    },
    /** The symbols of a word, after a space. */
    add(word: readonly PlacedSymbol[]): void {
      if (word.length > 0) mark(' ')
      symbols.push(...word)
    },
    /** Ends the piece before a word. */
    close(before: number): void {
      if (before > first) finished.push({ symbols, first, end: before })
      symbols = []
      first = before
    },
  }
}
