import { create } from 'zustand'
import { call } from '#renderer/client.ts'
import { takeKey } from '#renderer/features/studio/line-state.ts'
import { rewriteLine } from '#renderer/features/studio/script-edits.ts'
import { speakAnotherTake } from '#renderer/features/studio/speech-queue.ts'
import { edit, lineById, useStudio } from '#renderer/features/studio/studio-store.ts'
import { playSound } from '#renderer/features/studio/transport.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { showActionNotice } from '#renderer/ui/action-notice.tsx'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { player } from '#renderer/ui/shared-player.ts'
import { showError } from '#renderer/ui/show-error.ts'
import type { Input } from '#shared/api.ts'
import type { ScriptLine } from '#shared/script.ts'
import { TAKE_LIMITS } from '#shared/takes.ts'
import { isUsable, type KnownTake, keyOfTake } from './choose-take.ts'
import { equalGains } from './equal-gains.ts'
import { asTake, takeById, takesOfLine } from './take-library.ts'

interface RailState {
  readonly opened: boolean
  /** Two takes that are compared, and the one that is heard. */
  readonly comparison:
    | { readonly a: string; readonly b: string; readonly heard: 'a' | 'b' }
    | undefined
  /** Take that is to be used although its line says something else now. */
  readonly asking: string | undefined
}

export const useTakeRail = create<RailState>(() => ({
  opened: false,
  comparison: undefined,
  asking: undefined,
}))

/** Opens or closes the list of takes. */
export function toggleRail(): void {
  const { opened } = useTakeRail.getState()
  useTakeRail.setState({ opened: !opened, comparison: undefined, asking: undefined })
}

/** Speaks a line in a way that none of its takes has. */
export function makeAnotherTake(line: ScriptLine): void {
  const used = new Set(takesOfLine(line.id).map(({ seed }) => seed))
  let seed = 1
  while (used.has(seed) && seed < TAKE_LIMITS.seed) seed++
  speakAnotherTake(line, seed)
}

/** Plays a take, whichever its line has. */
export function playTake(take: KnownTake): void {
  useTakeRail.setState({ comparison: undefined })
  player.stop()
  useStudio.setState({ playlist: [] })
  void playSound(asTake(take), 0)
}

/** Sets or removes the star of a take. */
export function toggleStar({ id, star }: KnownTake): void {
  void change({ takeId: id, star: !star }, t(star ? 'takes:star.isRemoved' : 'takes:star.isSet'))
}

/** Sets the note of a take. */
export function setNote({ id, note }: KnownTake, text: string): void {
  const noted = text.trim().slice(0, TAKE_LIMITS.note)
  if (noted !== note) void change({ takeId: id, note: noted }, t('takes:note.isSaved'))
}

/** Deletes a take. A notification brings it back. */
export async function deleteTake(take: KnownTake, number: number): Promise<void> {
  const { comparison } = useTakeRail.getState()
  if (comparison && [comparison.a, comparison.b].includes(take.id)) endComparison()
  if (player.state().takeId === take.id) player.stop()
  const words = t('takes:deleted.announced', { number })
  const deleted = await change({ takeId: take.id, deleted: true }, words)
  if (deleted) offerUndo(take.id, number)
}

function offerUndo(takeId: string, number: number): void {
  showActionNotice({
    ...{ id: `deleted ${takeId}`, title: t('takes:deleted.title', { number }), staysMs: 10_000 },
    action: t('takes:deleted.undo', { number }),
    onAction: () => restoreDeleted(takeId),
  })
  useDeleted.setState({ takeId, number })
}

/** The take that was deleted last, which can be brought back. */
export const useDeleted = create<{ readonly takeId: string | undefined; readonly number: number }>(
  () => ({ takeId: undefined, number: 0 }),
)

/** Brings a deleted take back. */
export function restoreDeleted(takeId: string): void {
  useDeleted.setState({ takeId: undefined })
  void change({ takeId, deleted: false }, t('takes:deleted.isBack'))
}

async function change(
  changed: Omit<Input<'takes.change'>, 'projectId'>,
  words: string,
): Promise<boolean> {
  try {
    await call('takes.change', { projectId: useStudio.getState().scriptId ?? '', ...changed })
    announce(words)
    return true
  } catch (error) {
    showError(t('takes:failed.change'), errorMessage(error))
    return false
  }
}

/** Makes a take the one of its line. Where the line says something else now, asks first whether that comes back too. */
export function takeBack(take: KnownTake): void {
  const line = lineById(take.lineId)
  if (!line) return
  if (keyOfTake(take) === takeKey(line)) void chooseTake(take)
  else useTakeRail.setState({ asking: take.id })
}

/** Goes to the take before or behind the one that a line has. */
export function stepTake(lineId: string, step: -1 | 1): void {
  const takes = takesOfLine(lineId).filter(isUsable)
  const index = takes.findIndex(({ id }) => id === useStudio.getState().takes[lineId]?.id)
  const take = takes[index + step]
  if (!take) {
    announce(t(step < 0 ? 'takes:first' : 'takes:last'))
    return
  }
  if (!useTakeRail.getState().opened) toggleRail()
  takeBack(take)
}

/** Sets or removes the star of the take that a line has. */
export function starTake(lineId: string): void {
  const take = takeById(useStudio.getState().takes[lineId]?.id)
  if (take) toggleStar(take)
}

/** Makes a take the one of its line as the line is now. */
export async function chooseTake(take: KnownTake): Promise<void> {
  const line = lineById(take.lineId)
  if (!line) return
  useTakeRail.setState({ asking: undefined })
  const choice = { lineId: line.id, takeId: take.id, lineKey: takeKey(line) }
  try {
    await call('takes.choose', { projectId: useStudio.getState().scriptId ?? '', ...choice })
    announce(t('takes:use.isUsed'))
  } catch (error) {
    showError(t('takes:failed.choose'), errorMessage(error))
  }
}

/** Makes a take the one of its line, which gets the text, the voice and all else back that the take was made from. */
export function bringBack(take: KnownTake): void {
  edit('', (script) => rewriteLine(script, take.lineId, (line) => asItWas(line, take)))
  void chooseTake(take)
}

function asItWas(
  { pitch: _, volume: __, language: ___, ...line }: ScriptLine,
  { text, voice, speed, pitch, volume, language }: KnownTake,
): ScriptLine {
  return {
    ...line,
    ...{ text, voice, speed },
    // The line had this language when the take was made.
    ...(language === undefined
      ? {}
      : { language: language as NonNullable<ScriptLine['language']> }),
    ...(pitch === undefined ? {} : { pitch }),
    ...(volume === undefined ? {} : { volume }),
  }
}

/** Hears two takes one against the other, at equal loudness, from the first one on. */
export function compareTakes(a: KnownTake, b: KnownTake): void {
  useTakeRail.setState({ comparison: { a: a.id, b: b.id, heard: 'a' } })
  useStudio.setState({ playlist: [] })
  player.stop()
  void playCompared('a', 0)
}

/** Goes over to the other one of two compared takes, at the same place. */
export function hearCompared(heard: 'a' | 'b'): void {
  const { comparison } = useTakeRail.getState()
  if (!comparison) return
  const at = player.state().takeId === comparison[comparison.heard] ? player.position() : 0
  useTakeRail.setState({ comparison: { ...comparison, heard } })
  void playCompared(heard, at)
}

/** Ends the comparison. */
export function endComparison(): void {
  useTakeRail.setState({ comparison: undefined })
  player.stop()
}

async function playCompared(heard: 'a' | 'b', from: number): Promise<void> {
  const { comparison } = useTakeRail.getState()
  const [a, b] = [takeById(comparison?.a), takeById(comparison?.b)]
  if (!a || !b) return
  const gains = equalGains(a.loudness, b.loudness)
  const take = heard === 'a' ? a : b
  const position = from < take.seconds - 0.1 ? from : 0
  await playSound(asTake(take), position, gains[heard])
}
