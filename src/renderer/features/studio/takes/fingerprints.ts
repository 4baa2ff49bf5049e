/**
 * What the dictionary and the accepted marks have to say about texts, as fingerprints by text. Not a store: whoever learns
 * new ones has the states of lines derived again.
 */
const fingerprints = new Map<string, string>()

/** Fingerprint of what the dictionary says about a text; empty where nothing is known of it. */
export function fingerprintOf(text: string): string {
  return fingerprints.get(text.trim()) ?? ''
}

/** Whether the fingerprint of a text is known. */
export function hasFingerprint(text: string): boolean {
  return fingerprints.has(text.trim())
}

/** Learns fingerprints. Returns whether any is another one than before. */
export function learnFingerprints(texts: readonly string[], told: readonly string[]): boolean {
  let isNew = false
  for (const [index, text] of texts.entries()) {
    const fingerprint = told[index]
    if (fingerprint === undefined) continue
    isNew ||= fingerprintOf(text) !== fingerprint
    fingerprints.set(text.trim(), fingerprint)
  }
  return isNew
}

/** Texts whose fingerprint is known. */
export function knownTexts(): string[] {
  return [...fingerprints.keys()]
}

/** Forgets the fingerprints of texts that are no longer wanted. */
export function keepFingerprintsOf(texts: ReadonlySet<string>): void {
  for (const text of fingerprints.keys()) if (!texts.has(text)) fingerprints.delete(text)
}
