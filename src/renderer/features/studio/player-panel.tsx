import { t } from '#renderer/i18n/i18n.ts'
import { secondsWords } from './script-time.ts'
import './player-panel.css'
import { Button } from '@mantine/core'
import { IconFileExport, IconPlayerStopFilled, IconRefresh, IconVolume } from '@tabler/icons-react'
import { type ReactElement, useEffect } from 'react'
import { openExport } from '#renderer/features/studio/export/export-store.ts'
import { toggleRail, useTakeRail } from '#renderer/features/studio/takes/take-actions.ts'
import { asTake, takeById, useTakeLibrary } from '#renderer/features/studio/takes/take-library.ts'
import { TakeRail } from '#renderer/features/studio/takes/take-rail.tsx'
import { loadSound, useTakeSounds } from '#renderer/features/studio/takes/take-sounds.ts'
import { Avatar } from '#renderer/ui/avatar.tsx'
import { player, usePlayer } from '#renderer/ui/shared-player.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { Waveform } from '#renderer/ui/waveform.tsx'
import { lineNumbers } from '#shared/line-numbers.ts'
import type { ScriptLine } from '#shared/script.ts'
import { spokenLanguage } from './line-language.ts'
import {
  expectedSeconds,
  heardLine,
  isBlank,
  type PrimaryAction,
  primaryAction,
  type Take,
  type TakeSound,
  takeKey,
} from './line-state.ts'
import { QueueStatus } from './queue-status.tsx'
import { speakFailed, speakMissing, stopAll } from './speech-queue.ts'
import { useStudio, voiceById } from './studio-store.ts'
import { TakeWords } from './take-words.tsx'
import { lineOfPlayed, seekInTake } from './transport.ts'
import { TransportBar, TransportButtons } from './transport-bar.tsx'

/** Player panel: controls, waveform and words of the current take, its other takes, the queue, and the main button. */
export function PlayerPanel(): ReactElement {
  const { line, number, take } = useShownTake()
  const isRailOpen = useTakeRail(({ opened }) => opened)
  return (
    <section
      className="panel player-panel"
      aria-label={t('studio:player.label')}
      data-rail={(line && isRailOpen) || undefined}
    >
      <div className="player-layout">
        <TransportButtons hasLine={line !== undefined} />
        <div className="player-take">
          <PlayerHead line={line} number={number} take={take} />
          {line && take ? <TakeView line={line} number={number} take={take} /> : <NoTake />}
        </div>
        <PrimaryButton />
        <div className="player-foot">
          <TransportBar />
          <QueueStatus />
        </div>
        {line && isRailOpen && <TakeRail line={line} number={number} />}
      </div>
    </section>
  )
}

/** Line and take to show: the one that is playing, else the one that is being spoken, else the selected one. */
function useShownTake() {
  const { takeId } = usePlayer()
  const { script, takes, job, selectedId } = useStudio()
  const played = lineOfPlayed(takeId)
  const line = heardLine(script.lines, played?.id ?? job?.lineId ?? selectedId)
  const lineId = line?.id
  const inProgress =
    job && job.lineId === lineId && job.take.chunks.length > 0 ? job.take : undefined
  const shown =
    inProgress && (takeId === undefined || takeId === inProgress.id) ? inProgress : undefined
  const heard = played && takeId !== job?.take.id ? takeById(takeId) : undefined
  const own = lineId === undefined ? undefined : takes[lineId]
  const finished = heard && heard.id !== own?.id ? asTake(heard) : own
  const number = lineNumbers(script.lines).get(lineId ?? '') ?? 0
  return { line, number, take: shown ?? finished }
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
      {line && <span>{t('studio:player.line', { number: number ?? 0 })}</span>}
      {take && !take.complete && <span className="player-note">{t('studio:player.speaking')}</span>}
      {isOutdated && <span className="player-note">{t('studio:player.outdated')}</span>}
      <span className="player-length">
        {line && <RailToggle lineId={line.id} />}
        {take && secondsWords(take.seconds)}
      </span>
    </div>
  )
}

function RailToggle({ lineId }: { readonly lineId: string }): ReactElement | undefined {
  const isOpen = useTakeRail(({ opened }) => opened)
  const count = useTakeLibrary(
    ({ takes }) => takes.get(lineId)?.filter(({ deleted }) => !deleted).length ?? 0,
  )
  return (
    <Button
      variant="subtle"
      size="compact-md"
      className="panel-button"
      aria-expanded={isOpen}
      onClick={toggleRail}
    >
      {isOpen ? t('studio:player.hideTakes') : t('studio:player.takes', { count })}
    </Button>
  )
}

/** Sound of a take: that which is growing, else from memory or from the host. */
function useSoundOf(take: Take): { readonly sound: TakeSound; readonly failure: string } {
  const growing = useStudio(({ job }) => (job?.take.id === take.id ? job.take : undefined))
  const stored = useTakeSounds(({ sounds }) => sounds.get(take.id))
  const failure = useTakeSounds(({ failures }) => failures.get(take.id))
  const projectId = useStudio(({ scriptId }) => scriptId)
  const isMissing = !growing && !stored && failure === undefined
  useEffect(() => {
    if (!isMissing || projectId === undefined) return
    // The store has the reason of a failure.
    loadSound(projectId, take.id).catch(() => undefined)
  }, [isMissing, projectId, take.id])
  return { sound: growing ?? stored ?? SILENCE, failure: failure ?? '' }
}

const SILENCE: TakeSound = { chunks: [], peaks: [], words: [] }

function TakeView({ line, number, take }: ShownTake): ReactElement {
  const { takeId } = usePlayer()
  const isLoaded = takeId === take.id
  const { sound, failure } = useSoundOf(take)
  const language = useStudio(({ voices }) => spokenLanguage(line, voiceById(voices, line.voice)))
  return (
    <>
      <Waveform
        peaks={sound.peaks}
        seconds={take.seconds}
        expectedSeconds={expectedSeconds(take, line)}
        position={isLoaded ? player.position : atStart}
        moving={isLoaded}
        onSeek={(seconds) => seekInTake(line, take, seconds)}
        label={t('studio:player.waveform', { number })}
      />
      <TakeWords
        language={language}
        words={sound.words}
        position={isLoaded ? player.position : atStart}
        moving={isLoaded}
        shown={isLoaded}
        onSeek={(seconds) => seekInTake(line, take, seconds)}
      />
      {failure !== '' && <p className="player-note">{failure}</p>}
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
  const waiting = connected ? 'preparing' : 'connecting'
  const hint = isSpeaking ? waiting : hasText ? 'notSpoken' : 'empty'
  return (
    <>
      <div className="waveform waveform-empty" aria-hidden="true" />
      <p className="player-hint">{t(`studio:player.${hint}`)}</p>
    </>
  )
}

const ICONS: Readonly<Record<PrimaryAction['kind'], ReactElement>> = {
  stop: <IconPlayerStopFilled size={20} aria-hidden="true" />,
  speak: <IconVolume size={22} aria-hidden="true" />,
  retry: <IconRefresh size={22} aria-hidden="true" />,
  export: <IconFileExport size={22} aria-hidden="true" />,
}
const ACTIONS: Readonly<Record<PrimaryAction['kind'], () => void>> = {
  stop: stopAll,
  speak: speakMissing,
  retry: speakFailed,
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
