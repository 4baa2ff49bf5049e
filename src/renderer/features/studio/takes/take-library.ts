import { create } from 'zustand'
import { call, getConnection } from '#renderer/client.ts'
import { type Take, takeKey } from '#renderer/features/studio/line-state.ts'
import { lineById, useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { showError } from '#renderer/ui/show-error.ts'
import type { Data, Output } from '#shared/api.ts'
import type { ScriptLine } from '#shared/script.ts'
import { isBlank } from '#shared/script-gaps.ts'
import type { TakeChoice, TakeSource } from '#shared/takes.ts'
import { isTakeFor, type KnownTake, keyOfTake, takeOfLine } from './choose-take.ts'
import {
  distinctTexts,
  fingerprintOf,
  hasFingerprint,
  keepFingerprintsOf,
  knownTexts,
  learnFingerprints,
  type SpokenText,
} from './fingerprints.ts'
import { unpinSound } from './take-sounds.ts'

interface TakeLibrary {
  readonly projectId: string | undefined
  /** Whether the takes of the project are known. */
  readonly isLoaded: boolean
  /** Takes of each line in the order in which they were made, also deleted ones. */
  readonly takes: ReadonlyMap<string, readonly KnownTake[]>
  readonly choices: ReadonlyMap<string, readonly TakeChoice[]>
  /** Takes that the host could not store: they go with this window. */
  readonly notStored: ReadonlySet<string>
  /** What could not be read or stored, in words. */
  readonly problem: string
}

const EMPTY: TakeLibrary = {
  projectId: undefined,
  isLoaded: false,
  takes: new Map(),
  choices: new Map(),
  notStored: new Set(),
  problem: '',
}

/** Takes of the open project, without their sound. */
export const useTakeLibrary = create<TakeLibrary>(() => EMPTY)

const NONE: readonly never[] = []

/** Takes of a line in the order in which they were made, without deleted ones. */
export function takesOfLine(lineId: string): readonly KnownTake[] {
  return (useTakeLibrary.getState().takes.get(lineId) ?? NONE).filter(({ deleted }) => !deleted)
}

/**
 * Follows the open script: loads its takes, and chooses the take of each line whenever a line, a take or the dictionary has
 * changed. Returns the function that stops it.
 */
export function followTakes(): () => void {
  const refresh = (): void => void refreshFingerprints(knownTexts())
  window.addEventListener('focus', refresh)
  const unsubscribe = useStudio.subscribe((now, before) => {
    if (now.scriptId !== before.scriptId) void loadTakes()
    if (now.script.lines !== before.script.lines) chooseTakes(before.script.lines)
  })
  if (useStudio.getState().scriptId !== undefined) void loadTakes()
  return () => {
    unsubscribe()
    window.removeEventListener('focus', refresh)
  }
}

/** Loads the takes of the open project again: after the connection was lost, others may have made some. */
export async function loadTakes(): Promise<void> {
  const projectId = useStudio.getState().scriptId
  if (projectId === undefined || getConnection().status !== 'connected') return
  if (useTakeLibrary.getState().projectId !== projectId) {
    useTakeLibrary.setState({ ...EMPTY, projectId })
    useStudio.setState({ takes: {} })
  }
  try {
    const listed = await call('takes.list', { projectId })
    if (useStudio.getState().scriptId !== projectId) return
    await refreshFingerprints(
      useStudio.getState().script.lines.flatMap((line) => (isBlank(line) ? [] : [line])),
    )
    mergeListed(listed)
  } catch (error) {
    if (error instanceof ConnectionLostError) return
    useTakeLibrary.setState({ isLoaded: true, problem: errorMessage(error) })
    showError(t('takes:failed.read'), errorMessage(error))
  }
}

function mergeListed({ takes, choices, problem = '' }: Output<'takes.list'>): void {
  const own = [...useTakeLibrary.getState().takes.values()].flat().filter((take) => !take.isStored)
  const listed = takes.map((take): KnownTake => ({ ...take, isStored: true }))
  const ids = new Set(listed.map(({ id }) => id))
  for (const { id } of own) if (ids.has(id)) unpinSound(id)
  const all = [...listed, ...own.filter(({ id }) => !ids.has(id))]
  useTakeLibrary.setState({
    isLoaded: true,
    problem,
    takes: Map.groupBy(all, ({ lineId }) => lineId),
    choices: Map.groupBy(choices, ({ lineId }) => lineId),
  })
  chooseTakes(NONE)
  const unheard = listed.filter((take) => take.problem !== undefined && !take.deleted)
  if (problem !== '') announce(problem)
  else if (unheard.length > 0) announce(t('takes:unheard', { count: unheard.length }))
}

/** Handles takes that this window, another one or another program has stored or changed. */
export function handleTakesChanged({ projectId, takes, choices }: Data<'takes.changed'>): void {
  const library = useTakeLibrary.getState()
  if (library.projectId !== projectId || !library.isLoaded) return
  const byLine = new Map(library.takes)
  const known = new Map(library.choices)
  const doubted: SpokenText[] = []
  for (const take of takes) {
    unpinSound(take.id)
    if (!hasFingerprint(take)) learnFingerprints([take], [take.dictionary])
    // The dictionary may have been changed by another program before this take was made.
    else if (fingerprintOf(take) !== take.dictionary) doubted.push(take)
    byLine.set(take.lineId, withTake(byLine.get(take.lineId) ?? NONE, { ...take, isStored: true }))
  }
  for (const choice of choices)
    known.set(choice.lineId, [...(known.get(choice.lineId) ?? NONE), choice])
  useTakeLibrary.setState({ takes: byLine, choices: known })
  chooseTakes(NONE)
  void refreshFingerprints(doubted)
}

/** Ids of the takes that only this window has. */
export function unstoredTakes(): ReadonlySet<string> {
  const all = [...useTakeLibrary.getState().takes.values()].flat()
  return new Set(all.flatMap(({ id, isStored }) => (isStored ? [] : [id])))
}

function withTake(takes: readonly KnownTake[], take: KnownTake): readonly KnownTake[] {
  return [...takes.filter(({ id }) => id !== take.id), take].sort(
    (one, other) => one.order - other.order,
  )
}

/** Handles a take that the host could not store: it stays in the memory of the window that has spoken it. */
export function handleTakeNotStored({
  projectId,
  takeId,
  message,
}: Data<'takes.not-stored'>): void {
  const { projectId: current, notStored } = useTakeLibrary.getState()
  if (current !== projectId) return
  useTakeLibrary.setState({ notStored: new Set(notStored).add(takeId) })
  if (useTakeLibrary.getState().problem === message) return
  useTakeLibrary.setState({ problem: message })
  announce(message)
}

/** Adds a take that was finished in this window, which the host is about to store. */
export function addFinishedTake(take: Omit<KnownTake, 'order' | 'isStored'>): void {
  const { takes } = useTakeLibrary.getState()
  const finished = { ...take, order: Number.MAX_SAFE_INTEGER, isStored: false }
  const before = takes.get(take.lineId) ?? NONE
  // The host may have been quicker.
  if (before.some(({ id }) => id === take.id)) return
  // One that the host never stored says the same: it was spoken again because of that.
  const lost = before.filter((one) => !one.isStored && keyOfTake(one) === keyOfTake(finished))
  for (const { id } of lost) unpinSound(id)
  const others = before.filter((one) => !lost.includes(one))
  useTakeLibrary.setState({ takes: new Map(takes).set(take.lineId, [...others, finished]) })
  chooseTakes(NONE)
}

/** Asks what the dictionary says about texts, and derives the states of lines again where that has changed. */
export async function refreshFingerprints(texts: readonly SpokenText[]): Promise<void> {
  const projectId = useStudio.getState().scriptId
  if (projectId === undefined || texts.length === 0) return
  try {
    const asked = distinctTexts(texts)
    const told = await call('takes.fingerprints', { projectId, texts: asked })
    if (learnFingerprints(asked, told)) chooseTakes(NONE)
  } catch (error) {
    if (!(error instanceof ConnectionLostError)) announce(errorMessage(error))
  }
}

/** Handles a change of the dictionary. */
export function handleDictionaryChanged(): void {
  keepFingerprintsOf(useStudio.getState().script.lines)
  void refreshFingerprints(knownTexts())
}

/** Chooses the take of every line that is another one than before. */
function chooseTakes(before: readonly ScriptLine[]): void {
  const { script, takes } = useStudio.getState()
  const same = new Set(before)
  const chosen: Record<string, Take> = { ...takes }
  let isNew = before.length === 0
  for (const line of script.lines) {
    if (same.has(line)) continue
    const take = chosenFor(line)
    if (take?.id === chosen[line.id]?.id && take?.key === chosen[line.id]?.key) continue
    isNew = true
    if (take) chosen[line.id] = take
    else delete chosen[line.id]
  }
  if (isNew) useStudio.setState({ takes: chosen })
}

function chosenFor(line: ScriptLine): Take | undefined {
  const { takes, choices } = useTakeLibrary.getState()
  const own = takes.get(line.id)
  if (!own) return undefined
  const key = takeKey(line)
  const ofLine = choices.get(line.id) ?? NONE
  const take = takeOfLine(key, own, ofLine)
  if (!take) return undefined
  return isTakeFor(key, take, ofLine) ? { ...asTake(take), key } : asTake(take)
}

/** A known take as the lines and the player see it. */
export function asTake(take: KnownTake): Take {
  return {
    id: take.id,
    key: keyOfTake(take),
    seconds: take.seconds,
    done: 1,
    total: 1,
    complete: true,
  }
}

/** What a line is made from, as takes record it; `dictionary` left out: what the dictionary says now. */
export function sourceOfLine(
  line: Pick<ScriptLine, 'text' | 'voice' | 'language' | 'speed' | 'pitch' | 'volume'>,
  seed: number | undefined,
  dictionary = fingerprintOf(line),
): TakeSource {
  const { voice, language, speed, pitch, volume } = line
  return {
    ...{ text: line.text.trim(), voice, speed, dictionary },
    ...(language === undefined ? {} : { language }),
    ...(pitch === undefined ? {} : { pitch }),
    ...(volume === undefined ? {} : { volume }),
    ...(seed === undefined ? {} : { seed }),
  }
}

/** A take of the open project, by its id. */
export function takeById(takeId: string | undefined): KnownTake | undefined {
  if (takeId === undefined) return undefined
  for (const takes of useTakeLibrary.getState().takes.values()) {
    const found = takes.find(({ id }) => id === takeId)
    if (found) return found
  }
  return undefined
}

/** The line of the script that a take belongs to, if it is still there. */
export function lineOfTake(takeId: string | undefined): ScriptLine | undefined {
  return lineById(takeById(takeId)?.lineId)
}
