/** Hash of the name of a feature: FNV-1a, 32 bits (Fowler, Noll & Vo). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** The one of `slots` weights that belongs to a feature together with what it speaks for: both hashes mixed (the finalizer of MurmurHash3, Appleby 2011). */
export function slotOf(feature: number, key: number, slots: number): number {
  let hash = feature ^ Math.imul(key, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % slots
}
