import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'

/** The books in their usual order, by the codes of USFM. */
const BOOKS = (
  'GEN,EXO,LEV,NUM,DEU,JOS,JDG,RUT,1SA,2SA,1KI,2KI,1CH,2CH,EZR,NEH,EST,JOB,PSA,PRO,ECC,SNG,ISA,JER,LAM,EZK,DAN,HOS,JOL,AMO,OBA,JON,MIC,' +
  'NAM,HAB,ZEP,HAG,ZEC,MAL,MAT,MRK,LUK,JHN,ACT,ROM,1CO,2CO,GAL,EPH,PHP,COL,1TH,2TH,1TI,2TI,TIT,PHM,HEB,JAS,1PE,2PE,1JN,2JN,3JN,JUD,REV'
).split(',')

/** The verses of the Bible in Basic English (public domain), a zipped SWORD module, with its books sorted by their codes. */
export function versesOf(zip: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'griot-scripture-'))
  try {
    execFileSync('unzip', ['-q', '-d', folder, '-'], {
      input: zip,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
  } catch {
    // unzip does not read standard input everywhere.
    const python =
      'import sys,zipfile,io;zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).extractall(sys.argv[1])'
    execFileSync('python3', ['-c', python, folder], { input: zip })
  }
  const books = ['ot', 'nt'].flatMap((part) =>
    booksIn(join(folder, 'modules/texts/ztext/bbe', part)),
  )
  rmSync(folder, { recursive: true })
  if (books.length !== BOOKS.length) throw new Error(`The module has ${books.length} books.`)
  return BOOKS.map((name, at) => ({ name, verses: books[at] ?? [] }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ verses }) => verses)
}

/** The books of a testament: records of a block, an offset and a length; two empty ones come before a book, one before a chapter. */
function booksIn(path: string): string[][] {
  const [index, blocks, texts] = ['.bzv', '.bzs', '.bzz'].map((end) => readFileSync(path + end))
  if (!index || !blocks || !texts) return []
  const opened = new Map<number, Buffer>()
  const block = (at: number): Buffer => {
    const known = opened.get(at)
    if (known) return known
    const from = blocks.readUInt32LE(at * 12)
    const made = inflateSync(texts.subarray(from, from + blocks.readUInt32LE(at * 12 + 4)))
    opened.set(at, made)
    return made
  }
  const books: string[][] = []
  let empty = 0
  for (let at = 20; at < index.length; at += 10) {
    const [from, length] = [index.readUInt32LE(at + 4), index.readUInt16LE(at + 8)]
    if (length === 0) {
      empty++
      if (empty === 2) books.push([])
      continue
    }
    empty = 0
    const text = block(index.readUInt32LE(at)).toString('utf8', from, from + length)
    books.at(-1)?.push(
      text
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
  }
  return books
}

const BAND = 900
/** How probable it is that so many sentences here are so many there (Gale and Church 1993). */
const KINDS = [
  [1, 1, 0],
  [2, 1, 5.5],
  [1, 2, 5.5],
  [1, 0, 6.5],
  [0, 1, 6.5],
  [3, 1, 9],
] as const

/** Pairs of sentences that belong together in two texts in the same order, by their lengths in characters (Gale and Church 1993). */
export function byLength(left: readonly string[], right: readonly string[]): [string, string][] {
  const mean = right.join('').length / left.join('').length
  const width = 2 * BAND + 1
  const column = (i: number): number => Math.round((i * right.length) / left.length)
  const cost = new Float32Array((left.length + 1) * width).fill(Number.POSITIVE_INFINITY)
  const kind = new Int8Array((left.length + 1) * width).fill(-1)
  const at = (i: number, j: number): number => {
    const offset = j - column(i) + BAND
    return i < 0 || j < 0 || offset < 0 || offset >= width ? -1 : i * width + offset
  }
  cost[at(0, 0)] = 0
  for (let i = 0; i <= left.length; i++)
    for (
      let j = Math.max(0, column(i) - BAND);
      j <= Math.min(right.length, column(i) + BAND);
      j++
    ) {
      const here = at(i, j)
      KINDS.forEach(([di, dj, price], index) => {
        const before = at(i - di, j - dj)
        if (before < 0 || (cost[before] ?? 0) === Number.POSITIVE_INFINITY) return
        const sum = (cost[before] ?? 0) + price + misfit(left, right, i - di, i, j - dj, j, mean)
        if (sum < (cost[here] ?? 0)) {
          cost[here] = sum
          kind[here] = index
        }
      })
    }
  const pairs: [string, string][] = []
  for (let i = left.length, j = right.length; i > 0 || j > 0; ) {
    const found = KINDS[kind[at(i, j)] ?? -1]
    if (!found) break
    const [di, dj] = found
    if (di > 0 && dj > 0)
      pairs.push([left.slice(i - di, i).join(' '), right.slice(j - dj, j).join(' ')])
    i -= di
    j -= dj
  }
  return pairs.reverse()
}

function misfit(
  left: readonly string[],
  right: readonly string[],
  ...[i0, i1, j0, j1, mean]: readonly [number, number, number, number, number]
): number {
  let [x, y] = [0, 0]
  for (let i = i0; i < i1; i++) x += left[i]?.length ?? 0
  for (let j = j0; j < j1; j++) y += right[j]?.length ?? 0
  if (x === 0 || y === 0) return 0
  const deviation = (y - x * mean) / Math.sqrt((6.8 * (x + y / mean)) / 2)
  return Math.min(30, (deviation * deviation) / 2 / 4)
}
