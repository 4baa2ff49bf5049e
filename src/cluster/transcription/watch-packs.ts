import type { PackTranscription, TranscriptionPack } from '#inference/pack-transcription.ts'

/** How often it is looked which packs are there, in milliseconds: another program may install or remove them. */
const LOOK_MS = 5_000

/** Tells which packs for transcription are installed: once at the start, then whenever that changes, until it is stopped. */
export function watchPacks(
  store: Pick<PackTranscription['store'], 'installed'>,
  onChange: (packs: readonly TranscriptionPack[]) => void,
  lookMs = LOOK_MS,
): { stop(): void } {
  let last = '[]'
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    // A catalog that cannot be read was told at the start of the program. What it has written down before goes on.
    const found = await store.installed().catch(() => undefined)
    if (isStopped) return
    timer = setTimeout(lookAgain, lookMs).unref()
    const packs = found?.filter(({ task }) => task === 'transcription').map(named)
    const now = JSON.stringify(packs)
    if (!packs || now === last) return
    last = now
    onChange(packs)
  }
  const lookAgain = (): void => {
    look().catch(() => undefined)
  }
  lookAgain()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** What is told of a pack: not where it lies. */
function named({
  id,
  name,
  task,
  languages,
  memoryMegabytes,
}: TranscriptionPack): TranscriptionPack {
  return { id, name, task, languages, memoryMegabytes }
}
