import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AUTOSAVE, createAutosave, type SaveState } from './autosave.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** An autosave into a list, and what it says about itself. */
function autosaveInto(saved: string[], outcome: () => Promise<void> = async () => undefined) {
  const states: SaveState[] = []
  const autosave = createAutosave<string>(
    async (text) => {
      await outcome()
      saved.push(text)
    },
    (state) => states.push(state),
  )
  return { autosave, states }
}

test('a text is saved once it has been still for a moment', async () => {
  const saved: string[] = []
  const { autosave } = autosaveInto(saved)
  autosave.changed('G')
  await vi.advanceTimersByTimeAsync(AUTOSAVE.stillMs - 1)
  autosave.changed('Go')
  await vi.advanceTimersByTimeAsync(AUTOSAVE.stillMs - 1)
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(saved).toEqual(['Go'])
  expect(autosave.unsaved()).toBeUndefined()
})

test('leaving the page saves at once', async () => {
  const saved: string[] = []
  const { autosave, states } = autosaveInto(saved)
  autosave.changed('Good morning')
  await autosave.flush()
  expect(saved).toEqual(['Good morning'])
  expect(states).toEqual(['waiting', 'saving', 'saved'])
})

test('what is typed while a save is under way is saved after it', async () => {
  const saved: string[] = []
  const gate = Promise.withResolvers<void>()
  const { autosave } = autosaveInto(saved, () => gate.promise)
  autosave.changed('one')
  const flushed = autosave.flush()
  autosave.changed('two')
  expect(autosave.unsaved()).toBe('two')
  gate.resolve()
  await flushed
  expect(saved).toEqual(['one', 'two'])
})

test('a save that failed is tried again with the newest text', async () => {
  const saved: string[] = []
  let broken = true
  const { autosave, states } = autosaveInto(saved, async () => {
    if (broken) throw new Error('The disk is full.')
  })
  autosave.changed('one')
  await autosave.flush()
  expect(states.at(-1)).toBe('failed')
  expect(autosave.unsaved()).toBe('one')
  broken = false
  await vi.advanceTimersByTimeAsync(AUTOSAVE.retryMs)
  expect(saved).toEqual(['one'])
  expect(states.at(-1)).toBe('saved')
})

test('nothing is saved when nothing was typed', async () => {
  const saved: string[] = []
  await autosaveInto(saved).autosave.flush()
  expect(saved).toEqual([])
})
