/** A cache of the last `capacity` values used (least recently used first out). */
export interface Recent<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Creates such a cache. `capacity`: number of entries, at least 1. */
export function createRecent<Value>(capacity: number): Recent<Value> {
  // A Map keeps the order of insertion: taking an entry out and putting it back makes it the newest.
  const entries = new Map<string, Value>()
  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > capacity && oldest !== undefined) entries.delete(oldest)
    },
  }
}
