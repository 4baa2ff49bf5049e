import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { Timing } from '#shared/audio.ts'
import { wordAt } from './line-state.ts'

interface TakeWordsProps {
  readonly language: string
  readonly words: readonly Timing[]
  /** Asked on every frame while `moving`. Seconds. */
  readonly position: () => number
  readonly moving: boolean
  /** Whether this take is the one in the loudspeaker; else no word is marked. */
  readonly shown: boolean
  readonly onSeek: (seconds: number) => void
}

/** The words as they are spoken; the one that is heard is marked and kept in view. A click goes to a word. */
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
    <section className="take-words" ref={row} aria-label="Words of the take" lang={language}>
      {words.map((word, index) => (
        <button
          key={`${word.start} ${word.text}`}
          type="button"
          tabIndex={-1}
          className="take-word"
          data-heard={index < current || undefined}
          aria-current={index === current || undefined}
          // The focus stays where it is, so that the space bar goes on to play and pause.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSeek(word.start)}
        >
          {word.text}
        </button>
      ))}
    </section>
  )
}
