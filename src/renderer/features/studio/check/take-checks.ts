import { create } from 'zustand'
import { spokenLanguage } from '#renderer/features/studio/line-language.ts'
import { takeKey } from '#renderer/features/studio/line-state.ts'
import { setSpeed } from '#renderer/features/studio/script-commands.ts'
import { speakLines } from '#renderer/features/studio/speech-queue.ts'
import { lineById, useStudio, voiceById } from '#renderer/features/studio/studio-store.ts'
import { loadSound } from '#renderer/features/studio/takes/take-sounds.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { lacksTranscriber, transcribe } from '#renderer/transcribe.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { wavOf } from '#renderer/ui/wav.ts'
import { LINE_SPEED, type ScriptLine } from '#shared/script.ts'
import { linesToCheck, type TakeCheck } from './check-summary.ts'

interface ChecksState {
  /** The last check of each line; it counts as long as the line has the take that was checked. */
  readonly checks: Readonly<Record<string, TakeCheck>>
  /** Ids of the lines that wait to be checked, in order. */
  readonly waiting: readonly string[]
  readonly isRunning: boolean
  /** Whether the dialog with the summary is open. */
  readonly opened: boolean
}

export const useChecks = create<ChecksState>(() => ({
  checks: {},
  waiting: [],
  isRunning: false,
  opened: false,
}))

/** How much slower a line is spoken the next time, so that it does not come out the same. */
const SLOWER = 0.05

let running = new AbortController()
/** Lines that were told to be spoken again, and are checked as soon as they are. */
const spokenAgain = new Set<string>()

useStudio.subscribe(({ takes }, before) => {
  if (takes === before.takes) return
  for (const lineId of spokenAgain) {
    const line = lineById(lineId)
    if (!line) spokenAgain.delete(lineId)
    else if (takes[lineId] !== before.takes[lineId] && takes[lineId]?.key === takeKey(line)) {
      spokenAgain.delete(lineId)
      checkLines([line])
    }
  }
})

/** Checks the takes of lines, one after another; those without a finished take are left out. */
export function checkLines(lines: readonly ScriptLine[]): void {
  const ids = lines.map(({ id }) => id)
  const { waiting } = useChecks.getState()
  useChecks.setState({ waiting: [...waiting.filter((id) => !ids.includes(id)), ...ids] })
  if (!useChecks.getState().isRunning) void run()
}

/** Opens the summary, and checks every take that was not checked yet. */
export function checkAllTakes(): void {
  useChecks.setState({ opened: true })
  announce(t('check:listening'))
  const { script, takes } = useStudio.getState()
  checkLines(linesToCheck(script.lines, takes, useChecks.getState().checks))
}

/** Stops checking. What was found stays. */
export function cancelChecks(): void {
  running.abort(new Error('cancelled'))
  useChecks.setState({ waiting: [] })
}

/** Closes the summary; checking goes on. */
export function closeChecks(): void {
  useChecks.setState({ opened: false })
}

/** Forgets what was found in a line: the person has heard it, and it is right. */
export function acceptTake(line: ScriptLine): void {
  const { checks } = useChecks.getState()
  const check = checks[line.id]
  if (check?.state !== 'done') return
  const accepted = { ...check, reading: { ...check.reading, findings: [] } }
  useChecks.setState({ checks: { ...checks, [line.id]: accepted } })
  announce(t('check:accepted'))
}

/**
 * Speaks lines again, each a little slower, since the same words at the same pace sound the same; then checks them again. The
 * pace is an edit that can be undone.
 */
export function speakAgainSlower(lines: readonly ScriptLine[]): void {
  for (const { id, speed } of lines) {
    const slower = Math.round((speed - SLOWER) * 100) / 100
    setSpeed(id, slower < LINE_SPEED.min ? Math.round((speed + SLOWER) * 100) / 100 : slower)
    spokenAgain.add(id)
  }
  speakLines(lines.flatMap(({ id }) => lineById(id) ?? []))
}

async function run(): Promise<void> {
  useChecks.setState({ isRunning: true })
  running = new AbortController()
  const { signal } = running
  while (!signal.aborted) {
    const [lineId, ...waiting] = useChecks.getState().waiting
    if (lineId === undefined) break
    useChecks.setState({ waiting })
    await check(lineId, signal)
  }
  useChecks.setState({ isRunning: false })
}

async function check(lineId: string, signal: AbortSignal): Promise<void> {
  const line = lineById(lineId)
  const { takes, voices, scriptId } = useStudio.getState()
  const take = takes[lineId]
  if (!line || !take?.complete || take.key !== takeKey(line)) return
  const tell = (found: TakeCheck): void =>
    useChecks.setState({ checks: { ...useChecks.getState().checks, [lineId]: found } })
  const takeId = take.id
  tell({ takeId, state: 'checking' })
  try {
    const { chunks } = await loadSound(scriptId ?? '', takeId)
    const { reading } = await transcribe(
      {
        source: { kind: 'sound', sound: wavOf(chunks) },
        language: spokenLanguage(line, voiceById(voices, line.voice)),
        expected: line.text.trim(),
      },
      { signal },
    )
    if (reading) tell({ takeId, state: 'done', reading })
  } catch (error) {
    const { [lineId]: _, ...others } = useChecks.getState().checks
    if (signal.aborted) useChecks.setState({ checks: others })
    else if (lacksTranscriber(error)) {
      // What is missing is missing for every line.
      useChecks.setState({ checks: others, waiting: [], opened: true })
      tell({ takeId, state: 'failed', message: errorMessage(error), lacksPack: true })
    } else tell({ takeId, state: 'failed', message: errorMessage(error), lacksPack: false })
  }
}
