import { t } from '#renderer/i18n/i18n.ts'
import { sizeWords } from '#renderer/ui/size-words.ts'
import type { PACK_TASKS, PackJob, PackSummary } from '#shared/packs.ts'

/** The kinds of packs, in the order of the screen. */
export const TASKS: readonly (typeof PACK_TASKS)[number][] = [
  'transcription',
  'translation',
  'speech',
]

/** Whether something is being done with a pack at the moment. */
export function isAtWork(job: PackJob | undefined): boolean {
  return job !== undefined && !['paused', 'failed', 'cancelled', 'done'].includes(job.state)
}

/** The state of a pack. */
export function stateWords({ state, job, storedBytes }: PackSummary): string {
  if (job && isAtWork(job)) {
    const work = WORK.find((known) => known === job.state)
    return t(`models:state.${work ?? 'working'}`)
  }
  if (state === 'partial' && job?.state === 'paused')
    return t('models:state.paused', { size: sizeWords(storedBytes) })
  return t(`models:state.${state}`)
}

const WORK = ['waiting', 'downloading', 'unpacking', 'checking'] as const

/** How far a job is: sizes, speed, time left. */
export function progressWords({
  state,
  doneBytes,
  totalBytes,
  bytesPerSecond,
  secondsLeft,
}: PackJob): string {
  if (state === 'waiting' && totalBytes === 0) return t('models:progress.waiting')
  const parts = [
    t('models:progress.done', { done: sizeWords(doneBytes), total: sizeWords(totalBytes) }),
  ]
  if (bytesPerSecond !== undefined)
    parts.push(
      bytesPerSecond > 0
        ? t('models:progress.speed', { size: sizeWords(bytesPerSecond) })
        : t('models:progress.stalled'),
    )
  if (secondsLeft !== undefined)
    parts.push(t('models:progress.left', { time: timeWords(secondsLeft) }))
  return parts.join(' · ')
}

/** @example `timeWords(150)` is `'about 3 minutes'`. */
export function timeWords(seconds: number): string {
  if (seconds < 60) return t('models:progress.underMinute')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 100) return t('models:progress.minutes', { count: minutes })
  return t('models:progress.hours', { count: Math.round(minutes / 60) })
}

/** What has ended with a pack, in a sentence; undefined where nothing has. */
export function endWords({ name, job, state, problem }: PackSummary): string | undefined {
  if (state === 'damaged' && !isAtWork(job))
    return t('models:ended.damaged', { name, problem: problem ?? '' }).trim()
  if (job?.state === 'failed')
    return t('models:ended.failed', { name, problem: job.message ?? '' }).trim()
  if (job?.state === 'paused') return t('models:ended.paused', { name })
  return state === 'installed' && !isAtWork(job) ? t('models:ended.installed', { name }) : undefined
}
