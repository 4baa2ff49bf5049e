import './player-panel.css'
import { ActionIcon, Button } from '@mantine/core'
import {
  IconFileExport,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconVolume,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { openExport } from '#renderer/features/studio/export/export-store.ts'
import { Avatar } from '#renderer/ui/avatar.tsx'
import { player, usePlayer } from '#renderer/ui/shared-player.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { Waveform } from '#renderer/ui/waveform.tsx'
import type { ScriptLine } from '#shared/script.ts'
import { spokenLanguage } from './line-language.ts'
import { lineNumbers } from './line-numbers.ts'
import {
  expectedSeconds,
  isBlank,
  type PrimaryAction,
  primaryAction,
  type Take,
  takeKey,
} from './line-state.ts'
import { playOrPause } from './shortcuts.ts'
import { seekInTake, speakMissing, stopAll } from './speech-queue.ts'
import { useStudio, voiceById } from './studio-store.ts'
import { TakeWords } from './take-words.tsx'

/** Player panel: controls, waveform and words of the current take, and the main button. */
export function PlayerPanel(): ReactElement {
  const { line, number, take } = useShownTake()
  return (
    <section className="panel player-panel" aria-label="Player">
      <div className="player-layout">
        <PlayPauseButton hasLine={line !== undefined} />
        <div className="player-take">
          <PlayerHead line={line} number={number} take={take} />
          {line && take ? <TakeView line={line} number={number} take={take} /> : <NoTake />}
        </div>
        <PrimaryButton />
      </div>
    </section>
  )
}

/** Line and take to show: the one that is playing, else the one that is being spoken, else the selected one. */
function useShownTake() {
  const { takeId } = usePlayer()
  const { script, takes, job, selectedId } = useStudio()
  const playingLineId = job?.take.id === takeId ? job?.lineId : lineOfTake(takes, takeId)
  const lineId = playingLineId ?? job?.lineId ?? selectedId
  const index = script.lines.findIndex(({ id }) => id === lineId)
  const line = script.lines[index]
  const inProgress =
    job && job.lineId === lineId && job.take.chunks.length > 0 ? job.take : undefined
  const shown =
    inProgress && (takeId === undefined || takeId === inProgress.id) ? inProgress : undefined
  const number = lineNumbers(script.lines).get(lineId ?? '') ?? 0
  return { line, number, take: shown ?? (lineId ? takes[lineId] : undefined) }
}

function lineOfTake(takes: Readonly<Record<string, Take>>, takeId: string | undefined) {
  if (takeId === undefined) return undefined
  return Object.keys(takes).find((lineId) => takes[lineId]?.id === takeId)
}

interface ShownTake {
  readonly line: ScriptLine
  readonly number: number
  readonly take: Take
}

function PlayerHead(
  props: { readonly [Part in keyof ShownTake]: ShownTake[Part] | undefined },
): ReactElement {
  const { line, number, take } = props
  const voice = useStudio(({ voices }) => line && voiceById(voices, line.voice))
  const isOutdated = line && take?.complete && take.key !== takeKey(line)
  return (
    <div className="player-head">
      {line && <Avatar voiceId={line.voice} size={24} />}
      {line && <strong>{voice?.name ?? line.voice}</strong>}
      {line && <span>line {number}</span>}
      {take && !take.complete && <span className="player-note">speaking…</span>}
      {isOutdated && <span className="player-note">before the last change</span>}
      {take && <span className="player-length">{take.seconds.toFixed(1)} s</span>}
    </div>
  )
}

function TakeView({ line, number, take }: ShownTake): ReactElement {
  const { takeId } = usePlayer()
  const isLoaded = takeId === take.id
  const language = useStudio(({ voices }) => spokenLanguage(line, voiceById(voices, line.voice)))
  return (
    <>
      <Waveform
        peaks={take.peaks}
        seconds={take.seconds}
        expectedSeconds={expectedSeconds(take, line)}
        position={isLoaded ? player.position : atStart}
        moving={isLoaded}
        onSeek={(seconds) => seekInTake(line, take, seconds)}
        label={`Waveform of line ${number}`}
      />
      <TakeWords
        language={language}
        words={take.words}
        position={isLoaded ? player.position : atStart}
        moving={isLoaded}
        shown={isLoaded}
        onSeek={(seconds) => seekInTake(line, take, seconds)}
      />
    </>
  )
}

function atStart(): number {
  return 0
}

function NoTake(): ReactElement {
  const isSpeaking = useStudio(({ job, queue }) => job !== undefined || queue.size > 0)
  const hasText = useStudio(({ script }) => script.lines.some((line) => !isBlank(line)))
  const connected = useConnection().status === 'connected'
  const waiting = connected ? 'Getting ready to speak…' : 'Waiting for the connection…'
  return (
    <>
      <div className="waveform waveform-empty" aria-hidden="true" />
      <p className="player-hint">
        {isSpeaking
          ? waiting
          : hasText
            ? 'Not spoken yet. Press the button to hear it.'
            : 'You will hear your script here.'}
      </p>
    </>
  )
}

function PlayPauseButton({ hasLine }: { hasLine: boolean }): ReactElement {
  const { status } = usePlayer()
  const isPlaying = status === 'playing' || status === 'buffering'
  return (
    <ActionIcon
      className="play-pause"
      radius="xl"
      disabled={!hasLine}
      aria-label={isPlaying ? 'Pause' : 'Play'}
      title={isPlaying ? 'Pause (Space)' : 'Play (Space)'}
      onClick={playOrPause}
    >
      {isPlaying ? <IconPlayerPauseFilled size={26} /> : <IconPlayerPlayFilled size={26} />}
    </ActionIcon>
  )
}

const ICONS: Readonly<Record<PrimaryAction['kind'], ReactElement>> = {
  stop: <IconPlayerStopFilled size={20} aria-hidden="true" />,
  speak: <IconVolume size={22} aria-hidden="true" />,
  export: <IconFileExport size={22} aria-hidden="true" />,
}
const ACTIONS: Readonly<Record<PrimaryAction['kind'], () => void>> = {
  stop: stopAll,
  speak: speakMissing,
  export: openExport,
}

function PrimaryButton(): ReactElement {
  const { status } = usePlayer()
  const isPlaying = status === 'playing' || status === 'buffering'
  const state = useStudio()
  const action = primaryAction({ ...state, lines: state.script.lines }, isPlaying)
  return (
    <Button
      className="primary"
      data-kind={action.kind}
      size="lg"
      leftSection={ICONS[action.kind]}
      disabled={action.kind === 'speak' && !action.enabled}
      onClick={ACTIONS[action.kind]}
    >
      {action.label}
    </Button>
  )
}
