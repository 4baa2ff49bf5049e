import {
  createPackTranscriber,
  type PackTranscriber,
} from '#app/services/transcribe/pack-transcriber.ts'
import { type ModelProcesses, openModelProcesses } from '#inference/model-process.ts'
import type { InstalledPack } from '#inference/pack.ts'
import { packSourceOf } from '#inference/pack-source.ts'
import { clip, packsForTests, startModelProcess, tinyPack } from '#inference/packs.test-support.ts'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { wavHeader } from '#media/wav.ts'
import type { PackStore } from '#packs/store.ts'
import { suggestedCommand } from '#packs/suggested-pack.ts'

/** A transcriber with tiny packs in processes of their own; close it. */
export function openTinyTranscriber(packs: readonly InstalledPack[] = [tinyPack('tiny-ctc')]): {
  readonly packTranscriber: PackTranscriber
  readonly models: ModelProcesses
} {
  const store = packsForTests(packs)
  const models = openModelProcesses({ start: startModelProcess, store })
  const suggest = async () => undefined
  return { models, packTranscriber: createPackTranscriber({ models, store, getFfmpeg, suggest }) }
}

/** The transcriber of a store of packs, whose processes end with this one. */
export function createTranscriberOf(packs: PackStore): PackTranscriber {
  const store = packSourceOf(packs)
  return createPackTranscriber({
    ...{ models: openModelProcesses({ start: startModelProcess, store }), store, getFfmpeg },
    suggest: (language) => suggestedCommand(packs, 'transcription', language),
  })
}

/** A clip of src/inference/packs-for-tests as 16 bit PCM. */
export function pcmOf(name: string): Buffer {
  const samples = clip(name)
  const bytes = Buffer.alloc(samples.length * 2)
  for (const [at, value] of samples.entries())
    bytes.writeInt16LE(Math.round(value * 32_767), at * 2)
  return bytes
}

/** The same as a wav file. */
export function wavOfClip(name: string): Buffer {
  const pcm = pcmOf(name)
  return Buffer.concat([wavHeader(pcm.length, 0, 16_000), pcm])
}
