import { Transform } from 'node:stream'

const NEWLINE = 0x0a

/**
 * Passes lines of bytes on, and leaves out those of more than `limit` bytes, so that whoever collects a line needs no more memory.
 * `onTooLong` is told of each as soon as it is too long. A last line without an end is passed on as it comes.
 */
export function boundedLines(limit: number, onTooLong: () => void): Transform {
  let held: Buffer[] = []
  let size = 0
  let isTooLong = false
  const add = (part: Buffer): void => {
    size += part.length
    if (!isTooLong && size > limit) {
      isTooLong = true
      held = []
      onTooLong()
    }
    if (!isTooLong) held.push(part)
  }
  const endLine = (): Buffer | undefined => {
    const line = isTooLong ? undefined : Buffer.concat(held)
    held = []
    size = 0
    isTooLong = false
    return line
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let at = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, at)) {
        add(chunk.subarray(at, end + 1))
        at = end + 1
        const line = endLine()
        if (line) this.push(line)
      }
      if (at < chunk.length) add(chunk.subarray(at))
      done()
    },
    flush(done) {
      done(undefined, endLine())
    },
  })
}
