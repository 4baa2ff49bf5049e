import type { LanguageCode } from '#shared/languages/languages.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { type Analysis, analyse } from '#speech/recordings/analyse.ts'
import type { Speaker, SpeakOrder } from '#speech/speaker.ts'

/** Hears voices. */
export interface Listener {
  soundOf(order: SpeakOrder): Promise<Float32Array>
  listen(order: SpeakOrder): Promise<Analysis>
}

export function createListener(speaker: () => Speaker): Listener {
  const forever = new AbortController().signal
  const soundOf = async (order: SpeakOrder): Promise<Float32Array> => {
    const chunks = await Array.fromAsync(speaker().speak(order, forever))
    return Float32Array.from(chunks.flatMap(({ samples }) => [...samples]))
  }
  return { soundOf, listen: async (order) => analyse(await soundOf(order), forever) }
}

/** How far two voices are apart: pitch in semitones, and the form of the spectrum in dB. */
export function distance(a: Analysis, b: Analysis): { pitch: number; spectrum: number } {
  const level = a.spectrum.reduce((sum, x, i) => sum + x - (b.spectrum[i] ?? 0), 0) / 40
  const squares = a.spectrum.reduce((sum, x, i) => sum + (x - (b.spectrum[i] ?? 0) - level) ** 2, 0)
  return { pitch: 12 * Math.abs(Math.log2(a.f0Hz / b.f0Hz)), spectrum: Math.sqrt(squares / 40) }
}

/** What is said of a voice that a recording made. */
export function recordedInfo(language: LanguageCode): VoiceInfo {
  return { id: 'x', name: 'X', gender: 'female', language, character: '', sample: '' }
}
