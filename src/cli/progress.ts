const WIDTH = 30

/** A bar on standard error, redrawn in place; nothing where that is not a terminal. */
export interface ProgressBar {
  show(done: number, total: number): void
  clear(): void
}

/** Makes a progress bar. `of`: the things that it counts. */
export function createProgressBar(screen: NodeJS.WriteStream, of = 'sentences'): ProgressBar {
  if (!screen.isTTY) return { show: () => undefined, clear: () => undefined }
  const startedAt = performance.now()
  return {
    show(done, total) {
      const part = total === 0 ? 1 : done / total
      const left = ((performance.now() - startedAt) / 1_000) * (1 / part - 1)
      const bar = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░')
      screen.write(`\r${bar} ${done} of ${total} ${of}, ${Math.ceil(left)} s left \u001b[K`)
    },
    clear: () => {
      screen.write('\r\u001b[K')
    },
  }
}
