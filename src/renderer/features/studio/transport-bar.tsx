import { ActionIcon, Button } from '@mantine/core'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
} from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { PhonePreviewToggle } from '#renderer/ui/phone-preview.tsx'
import { player, usePlayer } from '#renderer/ui/shared-player.ts'
import type { ScriptLine } from '#shared/script.ts'
import { isBlank } from './line-state.ts'
import { lengthWords, scriptTime } from './script-time.ts'
import { playOrPause } from './shortcuts.ts'
import { playFrom } from './speech-queue.ts'
import { select, useStudio } from './studio-store.ts'
import { gapsOfScript, lineOfPlayed } from './transport.ts'

/** How often the time is shown anew, in milliseconds. */
const TICK_MS = 250

/** Previous line, play or pause, next line. */
export function TransportButtons({ hasLine }: { readonly hasLine: boolean }): ReactElement {
  const { status } = usePlayer()
  const isPlaying = status === 'playing' || status === 'buffering'
  const name = t(isPlaying ? 'studio:transport.pause' : 'studio:transport.play')
  return (
    <fieldset className="transport-buttons" aria-label={t('studio:transport.label')}>
      <SkipButton step={-1} />
      <ActionIcon
        className="play-pause"
        radius="xl"
        disabled={!hasLine}
        aria-label={name}
        title={t('studio:withKeys', { name, keys: 'Space' })}
        onClick={playOrPause}
      >
        {isPlaying ? <IconPlayerPauseFilled size={26} /> : <IconPlayerPlayFilled size={26} />}
      </ActionIcon>
      <SkipButton step={1} />
    </fieldset>
  )
}

function SkipButton({ step }: { readonly step: -1 | 1 }): ReactElement {
  const target = useStudio((state) => neighbour(state.script.lines, state.selectedId, step))
  const label = t(step < 0 ? 'studio:transport.previous' : 'studio:transport.next')
  return (
    <ActionIcon
      className="skip"
      radius="xl"
      disabled={target === undefined}
      aria-label={label}
      title={label}
      onClick={() => target !== undefined && goTo(target)}
    >
      {step < 0 ? (
        <IconPlayerSkipBackFilled size={20} />
      ) : (
        <IconPlayerSkipForwardFilled size={20} />
      )}
    </ActionIcon>
  )
}

/** The next line with text before or after one; undefined at the end of the script. */
function neighbour(
  lines: readonly ScriptLine[],
  lineId: string | undefined,
  step: -1 | 1,
): string | undefined {
  const from = lines.findIndex(({ id }) => id === lineId)
  for (let index = from + step; index >= 0 && index < lines.length; index += step) {
    const line = lines[index]
    if (line && !isBlank(line)) return line.id
  }
  return undefined
}

/** Goes to another line. While something plays, playing goes on from there. */
function goTo(lineId: string): void {
  const { status } = player.state()
  select(lineId)
  if (status === 'playing' || status === 'buffering') playFrom(lineId)
  else player.stop()
}

/** Plays the whole script or the rest of it, and shows how long it is and what is left. */
export function TransportBar(): ReactElement {
  const hasText = useStudio(({ script }) => script.lines.some((line) => !isBlank(line)))
  const firstId = useStudio(({ script }) => script.lines.find((line) => !isBlank(line))?.id)
  const selectedId = useStudio((state) => state.selectedId)
  return (
    <div className="transport-bar">
      <Button
        variant="subtle"
        size="compact-md"
        className="panel-button"
        disabled={!hasText}
        onClick={() => firstId !== undefined && playFrom(firstId)}
      >
        {t('studio:transport.playAll')}
      </Button>
      <Button
        variant="subtle"
        size="compact-md"
        className="panel-button"
        disabled={!hasText || selectedId === undefined}
        title={t('studio:withKeys', {
          name: t('studio:transport.playFromHereHint'),
          keys: 'Shift+Space',
        })}
        onClick={() => selectedId !== undefined && playFrom(selectedId)}
      >
        {t('studio:transport.playFromHere')}
      </Button>
      <PhonePreviewToggle />
      {hasText && <ScriptTime />}
    </div>
  )
}

function ScriptTime(): ReactElement {
  const { takeId, status } = usePlayer()
  const { script, takes, selectedId } = useStudio()
  const isPlaying = status === 'playing' || status === 'buffering'
  const [position, setPosition] = useState(0)
  useEffect(() => {
    const show = (): void => setPosition(takeId === undefined ? 0 : player.position())
    show()
    if (!isPlaying) return
    const timer = setInterval(show, TICK_MS)
    return () => clearInterval(timer)
  }, [isPlaying, takeId])
  const lineId = lineOfPlayed(takeId)?.id ?? selectedId
  const gaps = gapsOfScript(script)
  const { total, start, isExact } = scriptTime({ lines: script.lines, takes, gaps }, lineId)
  const now = Math.min(total, start + position)
  return (
    <span className="script-time">
      {t(isExact ? 'studio:transport.time' : 'studio:transport.timeAbout', {
        ...{ now: lengthWords(now), total: lengthWords(total) },
        left: lengthWords(total - now),
      })}
    </span>
  )
}
