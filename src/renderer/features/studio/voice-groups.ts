import { languageName } from '#renderer/ui/language-chip.tsx'
import type { Voice } from './studio-store.ts'

/** Voices of one language. */
export interface VoiceGroup {
  readonly language: string
  readonly voices: readonly Voice[]
}

/** The voices whose name, gender, language or character holds every word searched for, by language in the order given. */
export function groupVoices(voices: readonly Voice[], search: string): VoiceGroup[] {
  const wanted = fold(search).split(/\s+/).filter(Boolean)
  const found = voices.filter((voice) => {
    const words = ` ${fold([voice.name, voice.gender, languageName(voice.language), voice.character].join(' '))}`
    return wanted.every((word) => words.includes(` ${word}`))
  })
  const groups = Map.groupBy(found, ({ language }) => language)
  return [...groups].map(([language, members]) => ({ language, voices: members }))
}

/** Small letters without marks, so that "sade" finds "Ṣadé". */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
