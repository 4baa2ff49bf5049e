import type { PackProgress } from '#packs/install-pack.ts'
import { createTransferRate } from '#packs/transfer-rate.ts'
import { formatSize } from '#storage/files/format-size.ts'

const WIDTH = 24
const REDRAWN_MS = 100

/** A bar on standard error, redrawn in place; nothing where that is not a terminal. */
export interface DownloadBar {
  show(progress: PackProgress): void
  clear(): void
}

/** Makes the bar of a download. */
export function createDownloadBar(
  screen: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  nowMs: () => number = () => performance.now(),
): DownloadBar {
  if (!screen.isTTY) return { show: () => undefined, clear: () => undefined }
  const rate = createTransferRate(nowMs)
  let before: number | undefined
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show({ phase, doneBytes, totalBytes }) {
      if (phase === 'downloading') {
        rate.add(Math.max(0, doneBytes - (before ?? doneBytes)))
        before = doneBytes
      }
      if (nowMs() - drawnAt < REDRAWN_MS && doneBytes < totalBytes) return
      drawnAt = nowMs()
      const part = totalBytes === 0 ? 1 : Math.min(1, doneBytes / totalBytes)
      const bar = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░')
      const sizes = `${formatSize(doneBytes)} of ${formatSize(totalBytes)}`
      screen.write(
        `\r${bar} ${VERBS[phase]} ${sizes}${phase === 'downloading' ? speed(totalBytes - doneBytes) : ''}\u001b[K`,
      )
    },
    clear: () => {
      screen.write('\r\u001b[K')
    },
  }

  function speed(left: number): string {
    const [perSecond, seconds] = [rate.bytesPerSecond(), rate.secondsFor(left)]
    if (perSecond === undefined) return ''
    const time = seconds === undefined ? '' : `, ${timeLeft(seconds)} left`
    return `, ${formatSize(Math.round(perSecond))}/s${time}`
  }
}

const VERBS: Readonly<Record<PackProgress['phase'], string>> = {
  downloading: 'Downloading',
  unpacking: 'Unpacking',
  checking: 'Checking',
}

function timeLeft(seconds: number): string {
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
