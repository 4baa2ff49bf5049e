import type { Readable } from 'node:stream'

/**
 * Lines of a stream, each as soon as it is complete. Only a line feed ends a line (a carriage return before it belongs to
 * it), so that a filter answers as many lines as other programs count. Ends when `stop` is aborted.
 */
export async function* linesOf(input: Readable, stop: AbortSignal): AsyncGenerator<string> {
  const end = (): void => {
    input.destroy()
  }
  stop.addEventListener('abort', end, { once: true })
  const begun: string[] = []
  try {
    for await (const chunk of input.setEncoding('utf8')) {
      const [first = '', ...others] = String(chunk).split('\n')
      begun.push(first)
      for (const other of others) {
        yield begun.splice(0).join('').replace(/\r$/, '')
        begun.push(other)
      }
    }
    const last = begun.join('')
    if (last !== '') yield last
  } catch (error) {
    // A stream that `stop` closes fails, too.
    if (!stop.aborted) throw error
  } finally {
    stop.removeEventListener('abort', end)
  }
}
