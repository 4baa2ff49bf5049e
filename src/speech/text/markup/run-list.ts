import { type Manner, type Run, sameManner } from '#speech/text/runs.ts'

/** Runs as they are read, neighbours of one manner joined. */
export interface RunList {
  text(text: string, manner: Manner): void
  /** Text whose reading its writer has decided. */
  fixed(text: string, manner: Manner): void
  ipa(text: string, ipa: string, manner: Manner): void
  pause(seconds: number): void
  /** Whether words have been said and no . ? or ! after them. */
  isOpen(): boolean
  finish(): readonly Run[]
}

const ENDED = /(?:^|[.?!።፧…]["'”’)\]]*)\s*$/
/** Enough of the end of a text to see whether its sentence is over. */
const TAIL = 60

export function createRunList(): RunList {
  const runs: Run[] = []
  let pieces: string[] = []
  let manner: Manner = {}
  let tail = ''
  const flush = (): void => {
    if (pieces.length > 0) runs.push({ kind: 'text', text: pieces.join(''), manner })
    pieces = []
  }
  const push = (run: Run): void => {
    flush()
    runs.push(run)
  }
  return {
    text(text, as) {
      if (text === '') return
      if (!sameManner(manner, as)) flush()
      manner = as
      pieces.push(text)
      if (/\S/.test(text)) tail = text.slice(-TAIL)
    },
    fixed(text, as) {
      push({ kind: 'text', text, manner: as, fixed: true })
      tail = text
    },
    ipa(text, ipa, as) {
      push({ kind: 'ipa', text, ipa, manner: as })
      tail = ipa
    },
    pause(seconds) {
      if (seconds > 0) push({ kind: 'pause', seconds })
    },
    isOpen: () => !ENDED.test(tail.slice(-TAIL)),
    finish() {
      flush()
      return runs
    },
  }
}
