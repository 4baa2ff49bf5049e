import type { SpeechWorkers } from '#speech/worker/workers.ts'

/**
 * Several sets of speech processes as one: each text, mark or recording goes to the set that has the least to do. A set uses one core for
 * each engine. `ready` resolves with the first one. Takes at least one.
 */
export function speechGroup(sets: readonly SpeechWorkers[]): SpeechWorkers {
  const [first] = sets
  if (!first) throw new TypeError('A group has at least one set of speech processes.')
  const running = new Map(sets.map((set) => [set, 0]))
  const begin = (): { readonly set: SpeechWorkers; end(): void } => {
    const set = sets.reduce((best, one) => (count(one) < count(best) ? one : best))
    running.set(set, count(set) + 1)
    const end = (): void => {
      running.set(set, count(set) - 1)
    }
    return { set, end }
  }
  const count = (set: SpeechWorkers): number => running.get(set) ?? 0
  const once = async <T>(work: (set: SpeechWorkers) => Promise<T>): Promise<T> => {
    const { set, end } = begin()
    try {
      return await work(set)
    } finally {
      end()
    }
  }
  const state = (): SpeechWorkers => sets.find((set) => set.state === 'ready') ?? first
  return {
    async *speak(...order) {
      const { set, end } = begin()
      try {
        yield* set.speak(...order)
      } finally {
        end()
      }
    },
    restoreMarks: (...order) => once((set) => set.restoreMarks(...order)),
    normalise: (...order) => once((set) => set.normalise(...order)),
    readWords: (...order) => once((set) => set.readWords(...order)),
    detectWords: (...order) => once((set) => set.detectWords(...order)),
    clone: (...order) => once((set) => set.clone(...order)),
    inspect: (...order) => once((set) => set.inspect(...order)),
    clean: (...order) => once((set) => set.clean(...order)),
    get state() {
      return state().state
    },
    get step() {
      return state().step
    },
    ready: (signal) => Promise.any(sets.map((set) => set.ready(signal))),
    close() {
      for (const set of sets) set.close()
    },
  }
}
