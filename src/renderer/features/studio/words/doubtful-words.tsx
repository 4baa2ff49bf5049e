import type { ReactElement } from 'react'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { lineOfPlayed } from '#renderer/features/studio/transport.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { usePlayer } from '#renderer/ui/shared-player.ts'
import type { MarkedWord } from '#shared/diacritics.ts'
import { openWord } from './word-store.ts'

/** Below the line that is worked on: its words whose marks are in doubt, each a button that shows how it is read. */
export function DoubtfulWords(props: {
  readonly lineId: string
  readonly number: number
  readonly words: readonly MarkedWord[]
  /** Whether the text of the line has the focus. */
  readonly isFocused: boolean
}): ReactElement | undefined {
  const { lineId, number, words, isFocused } = props
  const isSelected = useStudio(({ selectedId }) => selectedId === lineId)
  const { status, takeId } = usePlayer()
  const isPlaying = status === 'playing' || status === 'buffering'
  // While the script plays, the rows are not to jump from line to line.
  const isOnlyPlayed = isPlaying && !isFocused && lineOfPlayed(takeId)?.id === lineId
  if (!isSelected || isOnlyPlayed || words.length === 0) return undefined
  return (
    <section
      className="doubtful-words"
      aria-label={t('words:doubtful.ofLine', { number: String(number) })}
    >
      <span className="text-secondary">{t('words:doubtful.check')}</span>
      {words.map(({ original, restored, start, end }) => (
        <button
          key={start}
          type="button"
          className="text-button"
          lang="yo"
          aria-haspopup="dialog"
          title={t('words:doubtful.readAs', { restored })}
          onClick={() => openWord(lineId, { start, end })}
        >
          {original}
        </button>
      ))}
    </section>
  )
}
