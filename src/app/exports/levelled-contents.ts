import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import {
  correctLoudness,
  type LevelledSound,
  type LoudnessAim,
  levelLoudness,
  measureEncoded,
} from '#media/loudness.ts'
import { TRUE_PEAK } from '#shared/export-order.ts'
import { type ExportFormat, isLossless, isTextFormat } from '#shared/formats.ts'
import type { ExporterDependencies, ExportRequest } from './dependencies.ts'
import { type Contents, contentsOf, type Making } from './file-contents.ts'
import type { SpokenPart } from './speak-part.ts'
import { storing } from './write-whole.ts'

/** A spoken part whose sound has the loudness of the order. `levelled`: undefined if the order names none. */
export interface LevelledPart extends SpokenPart {
  readonly levelled?: LevelledSound
}

/** Brings the sound of a part to the loudness that the order names, if it names one. Throws AppError. */
export async function levelPart(
  spoken: SpokenPart,
  { request, work, signal }: Making,
  { getFfmpeg }: ExporterDependencies,
): Promise<LevelledPart> {
  const aim = aimOf(request)
  if (!aim) return spoken
  const output = join(work, 'levelled.pcm')
  const levelled = await storing(output, () =>
    levelLoudness(spoken.sound, aim, output, getFfmpeg, signal),
  )
  return { ...spoken, sound: levelled.sound, levelled }
}

function aimOf({ loudness, truePeak }: ExportRequest): LoudnessAim | undefined {
  if (loudness === undefined) return undefined
  return { integrated: loudness, truePeak: truePeak ?? TRUE_PEAK.usual }
}

/**
 * What `contentsOf` returns, at the loudness of the order in every format: a lossy codec, and the way to the 8 kHz of telephones, change
 * loudness and peaks, so such a file is measured as it was encoded and encoded again until it fits. Throws AppError.
 */
export async function levelledContents(
  format: ExportFormat,
  part: LevelledPart | undefined,
  path: string,
  run: Making,
  dependencies: ExporterDependencies,
): Promise<Contents> {
  const aim = aimOf(run.request)
  const levelled = part?.levelled
  if (!part || !levelled?.level || !aim || isTextFormat(format) || isLossless(format))
    return contentsOf(format, part, path, run, dependencies)
  const { work, signal } = run
  const { getFfmpeg } = dependencies
  const encoded = join(work, 'encoded')
  let contents: Contents | undefined
  const encodeAndMeasure = async ({ sound }: LevelledSound) => {
    contents = await contentsOf(format, { ...part, sound }, path, run, dependencies)
    await writeTo(encoded, contents.bytes)
    return measureEncoded(encoded, format, getFfmpeg, signal)
  }
  const output = join(work, 'corrected.pcm')
  await storing(output, () =>
    correctLoudness(levelled, aim, encodeAndMeasure, output, getFfmpeg, signal),
  )
  return { ...contents, bytes: createReadStream(encoded) }
}

async function writeTo(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for await (const piece of bytes) await file.writeFile(piece)
  } finally {
    await file.close()
  }
}
