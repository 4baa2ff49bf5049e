/** A cache that drops the least recently used entry when it is full. */
export interface LruCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Creates a cache. `capacity`: number of entries, at least 1. */
export function createLruCache<Value>(capacity: number): LruCache<Value> {
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
