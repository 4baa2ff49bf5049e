import { type Run, type SpeechStyle, sameStyle } from '#speech/text/runs.ts'

/** Collects runs; neighbours of one style are joined. */
export interface RunList {
  text(text: string, style: SpeechStyle): void
  /** Text whose reading the writer has set. */
  fixed(text: string, style: SpeechStyle): void
  ipa(text: string, ipa: string, style: SpeechStyle): void
  pause(seconds: number): void
  mark(name: string): void
  /** Runs of a part of the text, in the style around them where they have none of their own. */
  runs(more: readonly Run[], style: SpeechStyle): void
  /** A word ends or begins here, whether a space is written or not. */
  edge(): void
  /** Whether the text so far ends within a sentence, without . ? or ! */
  isOpen(): boolean
  finish(): readonly Run[]
}

const ENDED = /(?:^|[.?!።፧…]["'”’)\]]*)\s*$/
/** Characters at the end of a text that decide whether its sentence is over. */
const TAIL = 60

/** List without runs. */
export function createRunList(): RunList {
  const runs: Run[] = []
  let pieces: string[] = []
  let style: SpeechStyle = {}
  let tail = ''
  let isEdge = false
  const flush = (): void => {
    if (pieces.length > 0) runs.push({ kind: 'text', text: pieces.join(''), style })
    pieces = []
  }
  const push = (run: Run): void => {
    flush()
    runs.push(run)
  }
  return {
    text(text, as) {
      if (text === '') return
      if (!sameStyle(style, as)) flush()
      style = as
      if (isEdge && /^[\p{L}\p{N}]/u.test(text)) pieces.push(' ')
      isEdge = false
      pieces.push(text)
      if (/\S/.test(text)) tail = text.slice(-TAIL)
    },
    fixed(text, as) {
      push({ kind: 'text', text, style: as, fixed: true })
      tail = text
    },
    ipa(text, ipa, as) {
      push({ kind: 'ipa', text, ipa, style: as })
      tail = ipa
    },
    pause(seconds) {
      if (seconds > 0) push({ kind: 'pause', seconds })
    },
    runs(more, around) {
      for (const run of more) {
        if (run.kind === 'pause' || run.kind === 'mark') push(run)
        else {
          push({ ...run, style: { ...around, ...run.style } })
          tail = run.text
        }
      }
    },
    mark: (name) => push({ kind: 'mark', name }),
    edge() {
      isEdge = /[\p{L}\p{M}\p{N}]$/u.test(tail)
    },
    isOpen: () => !ENDED.test(tail.slice(-TAIL)),
    finish() {
      flush()
      return runs
    },
  }
}
