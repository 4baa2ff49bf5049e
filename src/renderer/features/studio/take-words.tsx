import { type ReactElement, useEffect, useRef, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import type { Timing } from '#shared/audio.ts'
import { wordAt } from './line-state.ts'

interface TakeWordsProps {
  readonly language: string
  readonly words: readonly Timing[]
  /** Position in seconds, read on every frame while `moving`. */
  readonly position: () => number
  readonly moving: boolean
  /** Whether this take is loaded in the player; otherwise no word is highlighted. */
  readonly shown: boolean
  readonly onSeek: (seconds: number) => void
}

/** Words of a take. The current one is highlighted and kept in view; a click seeks to a word. */
export function TakeWords(props: TakeWordsProps): ReactElement {
  const { language, words, position, moving, shown, onSeek } = props
  const [current, setCurrent] = useState(-1)
  const row = useRef<HTMLElement>(null)

  useEffect(() => {
    const look = (): void => setCurrent(shown ? wordAt(words, position()) : -1)
    look()
    if (!moving) return
    let frame = requestAnimationFrame(function next() {
      look()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [words, position, moving, shown])

  useEffect(() => {
    const word = row.current?.children[current]
    if (!(word instanceof HTMLElement) || !row.current) return
    row.current.scrollTop = word.offsetTop - row.current.clientHeight / 2 + word.offsetHeight / 2
  }, [current])

  return (
    <section className="take-words" ref={row} aria-label={t('studio:player.words')} lang={language}>
      {words.map((word, index) => (
        <button
          key={`${word.start} ${word.text}`}
          type="button"
          tabIndex={-1}
          className="take-word"
          data-heard={index < current || undefined}
          aria-current={index === current || undefined}
          // Keeps the focus, so that the space bar still toggles playback.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSeek(word.start)}
        >
          {word.text}
        </button>
      ))}
    </section>
  )
}
