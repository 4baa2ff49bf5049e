import type { Timing } from '#shared/audio.ts'
import { mappingOf } from './phone-mapping.ts'

/** A segment of the base voice from `start` to `end` in seconds: a base phone, or half of a stop or diphthong. */
export interface BaseSegment {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Phones with two different halves: closure and release of stops, both ends of diphthongs. */
const TWO_PHASE: ReadonlySet<string> = new Set([
  ...['p', 't', 'k', 'b', 'd', 'g', 'ch', 'jh'],
  ...['ay', 'aw', 'oy', 'ey', 'ow'],
])

/** Segments of the base voice that realise a row of phones. `phones`: IPA, in order of time. */
export function baseSegmentsOf(phones: readonly Timing[]): readonly BaseSegment[] {
  return phones.flatMap(({ text, start, end }) => {
    const { bases, parts } = mappingOf({ ipa: text })
    let at = start
    return parts.flatMap(({ base, from, to, share }) => {
      const first = at
      at += share * (end - start)
      const name = base === undefined ? undefined : bases[base]
      return name === undefined ? [] : halves(name, from, to, first, at)
    })
  })
}

/** The part of a base phone between `from` and `to` (0 to 1), as one segment or as two. */
function halves(name: string, from: number, to: number, start: number, end: number): BaseSegment[] {
  if (!TWO_PHASE.has(name)) return [{ name, start, end }]
  if (to <= 0.5) return [{ name: `${name}<`, start, end }]
  if (from >= 0.5) return [{ name: `${name}>`, start, end }]
  const middle = start + ((0.5 - from) / (to - from)) * (end - start)
  return [
    { name: `${name}<`, start, end: middle },
    { name: `${name}>`, start: middle, end },
  ]
}

/** Name of the segment at a time, or of the nearest one; empty where there are none. */
export function segmentNameAt(segments: readonly BaseSegment[], seconds: number): string {
  let low = 0
  let high = segments.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (segments[middle]!.end < seconds) low = middle + 1
    else high = middle
  }
  const candidate = segments[low]
  const previous = segments[low - 1]
  if (!candidate) return ''
  return previous && candidate.start - seconds > seconds - previous.end
    ? previous.name
    : candidate.name
}

/** Phone classes whose members a vocal tract shapes alike, and the segments in each. */
const PHONE_CLASSES = {
  front: 'iy ih ey< ey> ay> oy> y',
  open: 'aa ae ay< aw< eh',
  back: 'ao oy< ow< ow> uh uw aw>',
  central: 'ah ax er',
  nasal: 'm n ng',
  glide: 'l r w dx',
  sibilant: 's sh z zh ch> jh>',
  voicelessFricative: 'f th hh',
  voicedFricative: 'v dh',
  closure: 'p< t< k< b< d< g< ch< jh<',
  release: 'p> t> k> b> d> g>',
}

const PHONE_CLASS_OF = new Map<string, string>(
  Object.entries(PHONE_CLASSES).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind] as const),
  ),
)

/** Names of all segments. */
export const SEGMENT_NAMES: readonly string[] = [...PHONE_CLASS_OF.keys()]

/** Phone class of a segment. */
export const phoneClassOf = (name: string): string => PHONE_CLASS_OF.get(name) ?? 'central'
