import type { Timing } from '#shared/audio.ts'
import type { PhoneSegment, SegmentTable } from '#speech/cloning/phone-segments.ts'
import { mappingOf } from './phone-mapping.ts'

/** Phones with two different halves: closure and release of stops, both ends of diphthongs. */
const TWO_PHASE: ReadonlySet<string> = new Set([
  ...['p', 't', 'k', 'b', 'd', 'g', 'ch', 'jh'],
  ...['ay', 'aw', 'oy', 'ey', 'ow'],
])

/** Segments of the base voice that realise a row of phones. `phones`: IPA, in order of time. */
export function baseSegmentsOf(phones: readonly Timing[]): readonly PhoneSegment[] {
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
function halves(
  name: string,
  from: number,
  to: number,
  start: number,
  end: number,
): PhoneSegment[] {
  if (!TWO_PHASE.has(name)) return [{ name, start, end }]
  if (to <= 0.5) return [{ name: `${name}<`, start, end }]
  if (from >= 0.5) return [{ name: `${name}>`, start, end }]
  const middle = start + ((0.5 - from) / (to - from)) * (end - start)
  return [
    { name: `${name}<`, start, end: middle },
    { name: `${name}>`, start: middle, end },
  ]
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

/** Segments of the base voices. */
export const BASE_SEGMENTS: SegmentTable = {
  names: [...PHONE_CLASS_OF.keys()],
  classOf: (name) => PHONE_CLASS_OF.get(name) ?? 'central',
  segmentsOf: baseSegmentsOf,
}
