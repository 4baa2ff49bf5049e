import type { TakeSource } from '#shared/takes.ts'

/** A text, and who reads it in which language: what the dictionary does to it depends on both. */
export type SpokenText = Pick<TakeSource, 'text' | 'voice' | 'language'>

/**
 * What the dictionary and the accepted marks do to texts, as fingerprints by text, voice and language. Not a store: whoever learns
 * new ones has the states of lines derived again.
 */
const fingerprints = new Map<string, string>()

/** Fingerprint of what the dictionary does to a text; empty where nothing is known of it. */
export function fingerprintOf(spoken: SpokenText): string {
  return fingerprints.get(keyOf(spoken)) ?? ''
}

/** Whether the fingerprint of a text is known. */
export function hasFingerprint(spoken: SpokenText): boolean {
  return fingerprints.has(keyOf(spoken))
}

/** Learns fingerprints. Returns whether any is another one than before. */
export function learnFingerprints(texts: readonly SpokenText[], told: readonly string[]): boolean {
  let isNew = false
  for (const [index, spoken] of texts.entries()) {
    const fingerprint = told[index]
    if (fingerprint === undefined) continue
    isNew ||= fingerprintOf(spoken) !== fingerprint
    fingerprints.set(keyOf(spoken), fingerprint)
  }
  return isNew
}

/** Texts whose fingerprint is known. */
export function knownTexts(): SpokenText[] {
  return [...fingerprints.keys()].map((key) => {
    const [text, voice, language] = JSON.parse(key)
    return spokenText({ text, voice, language: language ?? undefined })
  })
}

/** Forgets the fingerprints of texts that are no longer wanted. */
export function keepFingerprintsOf(texts: readonly SpokenText[]): void {
  const wanted = new Set(texts.map(keyOf))
  for (const key of fingerprints.keys()) if (!wanted.has(key)) fingerprints.delete(key)
}

/** Each text once, with nothing else of its line. */
export function distinctTexts(texts: readonly SpokenText[]): SpokenText[] {
  return [...new Map(texts.map((spoken) => [keyOf(spoken), spokenText(spoken)])).values()]
}

function spokenText({ text, voice, language }: SpokenText): SpokenText {
  return { text, voice, ...(language === undefined ? {} : { language }) }
}

/** Lines are immutable, and asked about with every letter that is typed into any of them. */
const keys = new WeakMap<SpokenText, string>()

function keyOf(spoken: SpokenText): string {
  const known = keys.get(spoken)
  if (known !== undefined) return known
  const { text, voice, language } = spoken
  const key = JSON.stringify([text.trim(), voice, language])
  keys.set(spoken, key)
  return key
}
