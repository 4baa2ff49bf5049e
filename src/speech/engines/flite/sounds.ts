import type { Timing } from '#shared/audio.ts'
import { recipeOf } from './recipes.ts'

/** Something that the base said, heard from `start` to `end` in seconds: a base phone, or the half of one that moves. */
export interface Sound {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Closure and release differ, and so do the two ends of a diphthong: these count as two sounds. */
const MOVING: ReadonlySet<string> = new Set([
  ...['p', 't', 'k', 'b', 'd', 'g', 'ch', 'jh'],
  ...['ay', 'aw', 'oy', 'ey', 'ow'],
])

/** What is heard of the base voice while phones are said. `phones`: IPA, in order of time. */
export function soundsOf(phones: readonly Timing[]): readonly Sound[] {
  return phones.flatMap(({ text, start, end }) => {
    const { bases, parts } = recipeOf({ ipa: text })
    let at = start
    return parts.flatMap(({ base, from, to, share }) => {
      const first = at
      at += share * (end - start)
      const name = base === undefined ? undefined : bases[base]
      return name === undefined ? [] : halves(name, from, to, first, at)
    })
  })
}

/** A part of a base phone, `from` to `to` of it, as one sound or as two. */
function halves(name: string, from: number, to: number, start: number, end: number): Sound[] {
  if (!MOVING.has(name)) return [{ name, start, end }]
  if (to <= 0.5) return [{ name: `${name}<`, start, end }]
  if (from >= 0.5) return [{ name: `${name}>`, start, end }]
  const middle = start + ((0.5 - from) / (to - from)) * (end - start)
  return [
    { name: `${name}<`, start, end: middle },
    { name: `${name}>`, start: middle, end },
  ]
}

/** The sound at a time, or the nearest one; empty where there is none at all. */
export function nameAt(sounds: readonly Sound[], seconds: number): string {
  let low = 0
  let high = sounds.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (sounds[middle]!.end < seconds) low = middle + 1
    else high = middle
  }
  const here = sounds[low]
  const before = sounds[low - 1]
  if (!here) return ''
  return before && here.start - seconds > seconds - before.end ? before.name : here.name
}

/** The kinds of sound, whose members are coloured alike by one vocal tract, and their members. */
const CLASSES = {
  front: 'iy ih ey< ey> ay> oy> y',
  open: 'aa ae ay< aw< eh',
  back: 'ao oy< ow< ow> uh uw aw>',
  central: 'ah ax er',
  nasal: 'm n ng',
  glide: 'l r w dx',
  hiss: 's sh z zh ch> jh>',
  breath: 'f th hh',
  buzz: 'v dh',
  closure: 'p< t< k< b< d< g< ch< jh<',
  release: 'p> t> k> b> d> g>',
}

const CLASS_OF = new Map<string, string>(
  Object.entries(CLASSES).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind] as const),
  ),
)

/** Every sound that has a name of its own. */
export const SOUND_NAMES: readonly string[] = [...CLASS_OF.keys()]

/** The kind of a sound. */
export const classOf = (name: string): string => CLASS_OF.get(name) ?? 'central'
