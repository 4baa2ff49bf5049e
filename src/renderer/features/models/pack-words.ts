import { sizeWords } from '#renderer/ui/size-words.ts'
import type { PACK_TASKS, PackJob, PackSummary } from '#shared/packs.ts'

/** Heading and purpose of each kind of pack, in the order of the screen. */
export const TASKS: readonly {
  readonly task: (typeof PACK_TASKS)[number]
  readonly title: string
  readonly purpose: string
}[] = [
  {
    task: 'transcription',
    title: 'Transcription',
    purpose: 'For writing down recordings, and for checking what was spoken.',
  },
  {
    task: 'translation',
    title: 'Translation',
    purpose: 'For better translations, without the network.',
  },
  { task: 'speech', title: 'Speech', purpose: 'More voices, beside those that come with Griot.' },
]

/** Whether something is being done with a pack at the moment. */
export function isAtWork(job: PackJob | undefined): boolean {
  return job !== undefined && !['paused', 'failed', 'cancelled', 'done'].includes(job.state)
}

/** The state of a pack. */
export function stateWords({ state, job, storedBytes }: PackSummary): string {
  if (job && isAtWork(job)) return WORK[job.state] ?? 'Working'
  if (state === 'installed') return 'Installed'
  if (state === 'damaged') return 'Damaged'
  if (state === 'absent') return 'Not installed'
  return job?.state === 'paused' ? `Paused at ${sizeWords(storedBytes)}` : 'Not complete'
}

const WORK: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  downloading: 'Downloading',
  unpacking: 'Unpacking',
  checking: 'Comparing every byte',
}

/** How far a job is: sizes, speed, time left. */
export function progressWords({
  state,
  doneBytes,
  totalBytes,
  bytesPerSecond,
  secondsLeft,
}: PackJob): string {
  if (state === 'waiting' && totalBytes === 0) return 'Waiting for its turn'
  const parts = [`${sizeWords(doneBytes)} of ${sizeWords(totalBytes)}`]
  if (bytesPerSecond !== undefined)
    parts.push(bytesPerSecond > 0 ? `${sizeWords(bytesPerSecond)} a second` : 'nothing arrives')
  if (secondsLeft !== undefined) parts.push(`${timeWords(secondsLeft)} left`)
  return parts.join(' · ')
}

/** @example `timeWords(150)` is `'about 3 minutes'`. */
export function timeWords(seconds: number): string {
  if (seconds < 60) return 'less than a minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 100) return `about ${minutes} minute${minutes === 1 ? '' : 's'}`
  return `about ${Math.round(minutes / 60)} hours`
}

/** What has ended with a pack, in a sentence; undefined where nothing has. */
export function endWords({ name, job, state, problem }: PackSummary): string | undefined {
  if (state === 'damaged' && !isAtWork(job)) return `${name} is damaged. ${problem ?? ''}`.trim()
  if (job?.state === 'failed') return `${name} was not installed. ${job.message ?? ''}`.trim()
  if (job?.state === 'paused') return `${name} is paused.`
  return state === 'installed' && !isAtWork(job) ? `${name} is installed.` : undefined
}
