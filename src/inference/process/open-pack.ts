import type { InstalledPack } from '#inference/pack.ts'
import { openOmnilingual } from '#inference/runtimes/omnilingual-ctc/omnilingual.ts'
import type { OpenPack } from '#inference/runtimes/runtime.ts'
import { openSeq2Seq } from '#inference/runtimes/seq2seq/seq2seq.ts'
import { openKokoro } from '#inference/runtimes/speech/kokoro.ts'
import { openVits } from '#inference/runtimes/speech/vits.ts'
import { openWhisper } from '#inference/runtimes/whisper/whisper.ts'
import { verifyFiles } from './verify-files.ts'

/** Checks the files of a pack, then loads its models. Throws an Error, in words where something is wrong with the files. */
export async function openPack(pack: InstalledPack, threads: number): Promise<OpenPack> {
  await verifyFiles(pack)
  switch (pack.runtime) {
    case 'omnilingual-ctc':
      return { task: 'transcription', recogniser: await openOmnilingual(pack, threads) }
    case 'whisper':
      return { task: 'transcription', recogniser: await openWhisper(pack, threads) }
    case 'seq2seq':
      return { task: 'translation', translator: await openSeq2Seq(pack, threads) }
    case 'kokoro':
      return { task: 'speech', synthesiser: await openKokoro(pack, threads) }
    case 'vits':
      return { task: 'speech', synthesiser: await openVits(pack, threads) }
    default:
      throw new Error(
        `This version of Griot cannot run the pack ${pack.id}, which needs "${pack.runtime satisfies never}".`,
      )
  }
}
