import { open } from 'node:fs/promises'
import type { Chapter } from '#media/audiobook.ts'
import { toPcm } from '#media/pcm.ts'
import type { PcmFile } from '#media/pcm-file.ts'
import { OWNER } from '#shared/access.ts'
import { SAMPLE_RATE, type Timing } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { ExportOrder, ExportPart } from '#shared/export-order.ts'
import type { ScriptLine } from '#shared/script.ts'
import { pauseAfter } from '#shared/script-gaps.ts'
import type { Speaker } from '#speech/speaker.ts'
import { storing } from './write-whole.ts'

/** A take as it was heard: mono samples of -1 to 1 at 24 kHz, and its words with their times in seconds. */
export interface KeptTake {
  readonly samples: Float32Array
  readonly words: readonly Timing[]
}

/** Reads a take of a project. Throws AppError `take/not-found` and `take/damaged`. */
export type ReadTake = (projectId: string, takeId: string, signal: AbortSignal) => Promise<KeptTake>

/** A line within the sound of its part. Times are seconds from the start of the part. */
export interface SpokenLine {
  readonly line: ScriptLine
  readonly chapter: number
  readonly start: number
  readonly end: number
  readonly words: readonly Timing[]
}

/** A part of a script as sound on the disk. */
export interface SpokenPart {
  readonly sound: PcmFile
  readonly lines: readonly SpokenLine[]
  /** Without headings there are none. */
  readonly chapters: readonly Chapter[]
}

interface SpeakPartOrder {
  readonly part: ExportPart
  readonly chapters: readonly string[]
  readonly order: Pick<ExportOrder, 'settings' | 'projectId' | 'title' | 'takes'>
  /** File that is written. */
  readonly path: string
  readonly speaker: Speaker
  readonly readTake: ReadTake | undefined
  /** Told how many lines are spoken, in parts of a line too. */
  readonly progress: (lines: number) => void
  readonly signal: AbortSignal
}

/** Speaks the lines of a part, or takes what was kept of them, with the pauses of the script between them. Throws AppError. */
export async function speakPart(work: SpeakPartOrder): Promise<SpokenPart> {
  const { part, path, progress, signal } = work
  const file = await storing(path, () => open(path, 'w', 0o600))
  let samples = 0
  const add = async (sound: Float32Array): Promise<void> => {
    if (signal.aborted) throw new AppError('speech/cancelled', 'Stopped.')
    await storing(path, () => file.writeFile(toPcm(sound)))
    samples += sound.length
  }
  const lines: SpokenLine[] = []
  try {
    for (const [index, { line, chapter }] of part.lines.entries()) {
      const start = samples / SAMPLE_RATE
      const words = await speakLine(line, work, add, (share) => progress(index + share))
      const end = samples / SAMPLE_RATE
      const moved = words.map((word) => ({
        ...word,
        start: start + word.start,
        end: start + word.end,
      }))
      lines.push({ line, chapter, start, end, words: moved })
      const next = part.lines[index + 1]
      if (next) {
        const pause = pauseAfter(line, next.chapter !== chapter, work.order.settings)
        await add(new Float32Array(Math.round(pause * SAMPLE_RATE)))
      }
    }
  } finally {
    await file.close()
  }
  const sound = { path, samples }
  return { sound, lines, chapters: chaptersOf(lines, work, samples / SAMPLE_RATE) }
}

async function speakLine(
  line: ScriptLine,
  { speaker, readTake, order, signal }: SpeakPartOrder,
  add: (sound: Float32Array) => Promise<void>,
  progress: (share: number) => void,
): Promise<readonly Timing[]> {
  const take = order.takes?.[line.id]
  const kept = take && (await keptTake(take.id, order.projectId, readTake, signal))
  if (kept) {
    await add(kept.samples)
    progress(1)
    return kept.words
  }
  const { text, voice, language, speed, pitch, volume } = line
  const spoken = { text, voice, language, speed, pitch, volume, seed: take?.seed }
  const request = { ...spoken, projectId: order.projectId, account: OWNER }
  const words: Timing[] = []
  for await (const chunk of speaker.speak(request, signal)) {
    await add(chunk.samples)
    words.push(...chunk.timings.words)
    progress(chunk.done / chunk.total)
  }
  return words
}

/** A take as it was stored; undefined where it never could be, so that its line has to be spoken the same way again. */
async function keptTake(
  takeId: string,
  projectId: string | undefined,
  readTake: ReadTake | undefined,
  signal: AbortSignal,
): Promise<KeptTake | undefined> {
  if (!readTake || projectId === undefined) return undefined
  try {
    return await readTake(projectId, takeId, signal)
  } catch (error) {
    if (error instanceof AppError && error.code === 'take/not-found') return undefined
    throw error
  }
}

function chaptersOf(
  lines: readonly SpokenLine[],
  { chapters, order }: SpeakPartOrder,
  seconds: number,
): readonly Chapter[] {
  if (chapters.length === 0) return []
  const firsts = lines.filter(({ chapter }, index) => chapter !== lines[index - 1]?.chapter)
  return firsts.map(({ chapter, start }, index) => ({
    title: chapters[chapter] ?? order.title,
    start: index === 0 ? 0 : start,
    end: firsts[index + 1]?.start ?? seconds,
  }))
}
