import { FLITE_RATE, type Flite, type FliteRequest, type FliteSpeech } from './flite.ts'

/** Samples cached at most: 2.5 MB, more than the words of a recording take. */
const MOST_SAMPLES = 40 * FLITE_RATE

/** Caches the utterances that flite synthesized last, by request. */
export function cacheSynthesis(flite: Flite): Flite {
  const known = new Map<string, FliteSpeech>()
  let length = 0
  return {
    ...flite,
    speak(request) {
      const key = keyOf(request)
      const speech = known.get(key) ?? flite.speak(request)
      if (known.delete(key)) length -= speech.samples.length
      // Map keeps insertion order: the most recently used entry comes last.
      known.set(key, speech)
      length += speech.samples.length
      for (const [oldest, { samples }] of known) {
        if (length <= MOST_SAMPLES) break
        known.delete(oldest)
        length -= samples.length
      }
      return speech
    },
  }
}

function keyOf({ pronunciations, ...request }: FliteRequest): string {
  return JSON.stringify([request, [...pronunciations]])
}
