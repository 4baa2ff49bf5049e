import type { TranscriptSegment } from './transcriber.ts'

/** Subtitles stand on two lines of at most this many characters (Netflix Timed Text Style Guide: 42). */
const LINE = 42
const LINES = 2
/** Longest time of one subtitle, and the shortest one where there is room, in seconds. */
const MOST_SECONDS = 7
const LEAST_SECONDS = 5 / 6
/** Characters that people read in a second; a subtitle stays longer where the next one leaves room. */
const READ = 17
/** A pause that always parts two subtitles, in seconds. */
const PAUSE_SECONDS = 1
const END = /[.!?…።፧]["'”’)\]]*$/u

/** A subtitle: one or two lines, in seconds. */
export interface Subtitle {
  readonly lines: readonly string[]
  readonly start: number
  readonly end: number
}

/** Words, or longer stretches, with their times as subtitles. */
export function subtitlesOf(words: readonly TranscriptSegment[]): readonly Subtitle[] {
  const groups: TranscriptSegment[][] = []
  for (const word of words.flatMap(partsOf)) {
    const group = groups.at(-1)
    if (group && mayFollow(group, word)) group.push(word)
    else groups.push([word])
  }
  return groups.map((group, at) => {
    const texts = group.map(({ text }) => text)
    const start = group[0]?.start ?? 0
    const said = group.at(-1)?.end ?? start
    const next = groups[at + 1]?.[0]?.start ?? Number.POSITIVE_INFINITY
    const wished = Math.max(said, start + LEAST_SECONDS, start + texts.join(' ').length / READ)
    const end = Math.max(said, Math.min(wished, next, start + MOST_SECONDS))
    return { lines: brokenLines(texts), start, end: Math.max(end, start + 0.001) }
  })
}

/**
 * A stretch word by word, and a word that is longer than a line, such as an address, in parts of a line: each takes its
 * share of the time by its letters.
 */
function partsOf({ text, start, end }: TranscriptSegment): readonly TranscriptSegment[] {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  const parts = words.flatMap((word) => {
    const letters = Array.from(word)
    const count = Math.ceil(letters.length / LINE)
    return Array.from({ length: count }, (_, at) =>
      letters.slice(at * LINE, (at + 1) * LINE).join(''),
    )
  })
  const total = parts.reduce((sum, part) => sum + part.length, 0)
  let passed = 0
  return parts.map((part) => {
    const from = start + ((end - start) * passed) / total
    passed += part.length
    return { text: part, start: from, end: start + ((end - start) * passed) / total }
  })
}

function mayFollow(group: readonly TranscriptSegment[], word: TranscriptSegment): boolean {
  const [first, last] = [group[0], group.at(-1)]
  if (!first || !last || word.end - first.start > MOST_SECONDS) return false
  if (word.start - last.end >= PAUSE_SECONDS) return false
  const texts = group.map(({ text }) => text)
  // After a sentence, another one begins a subtitle of its own unless both are short.
  if (END.test(last.text) && texts.join(' ').length > LINE / 2) return false
  return filledLines([...texts, word.text]).length <= LINES
}

/** As many words on each line as there is room for. */
function filledLines(words: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= LINE)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Two lines of nearly the same length are read sooner than a full one and a rest. */
function brokenLines(words: readonly string[]): readonly string[] {
  const filled = filledLines(words)
  if (filled.length !== LINES) return filled
  const places = words.slice(1).map((_, at) => {
    const lines = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]
    return { lines, longest: Math.max(...lines.map(({ length }) => length)) }
  })
  const best = places.toSorted((a, b) => a.longest - b.longest)[0]
  return best && best.longest <= LINE ? best.lines : filled
}

/** SubRip: numbers, times with a comma, empty lines in between. Angle brackets would be markup: they are replaced. */
export function toSrt(subtitles: readonly Subtitle[]): string {
  return subtitles
    .map(({ lines, start, end }, at) => {
      const text = lines.map((line) => line.replaceAll('<', '‹').replaceAll('>', '›')).join('\n')
      return `${at + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text}\n`
    })
    .join('\n')
}

/** WebVTT (W3C): "&", "<" and ">" are escaped, by which "-->" in a text is too. */
export function toVtt(subtitles: readonly Subtitle[]): string {
  const cues = subtitles.map(({ lines, start, end }) => {
    const text = lines.map(escaped).join('\n')
    return `\n${clock(start, '.')} --> ${clock(end, '.')}\n${text}\n`
  })
  return `WEBVTT\n${cues.join('')}`
}

function escaped(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function clock(seconds: number, mark: string): string {
  const all = Math.round(seconds * 1_000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const whole = Math.floor(all / 1_000)
  const time = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60].map(two)
  return `${time.join(':')}${mark}${String(all % 1_000).padStart(3, '0')}`
}
