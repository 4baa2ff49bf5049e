import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AUTOSAVE, createAutosave, type SaveState } from './autosave.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Text box with autosave, and a record of its saves. `saving` delays each save, or makes it fail. */
function createSavedBox(saving: () => Promise<void> = async () => undefined) {
  const saved: { readonly text: string; readonly atMs: number }[] = []
  const drafts: string[] = []
  const states: SaveState[] = []
  const box = { text: '', saved: '' }
  const autosave = createAutosave({
    async save() {
      const { text } = box
      if (text === box.saved) return false
      await saving()
      box.saved = text
      saved.push({ text, atMs: Date.now() })
      return true
    },
    storeDraft: () => drafts.push(box.text),
    onState: (state) => states.push(state),
  })
  const type = (text: string): void => {
    box.text = text
    autosave.changed()
  }
  return { autosave, type, saved, drafts, states, texts: () => saved.map(({ text }) => text) }
}

test('while somebody types without pausing, every letter is saved within half a second', async () => {
  const slowly = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))
  const { type, saved } = createSavedBox(slowly)
  const typedAtMs: number[] = []
  for (let letters = 1; letters <= 64; letters++) {
    type('x'.repeat(letters))
    typedAtMs.push(Date.now())
    await vi.advanceTimersByTimeAsync(190)
  }
  await vi.advanceTimersByTimeAsync(500)
  for (const [index, typedMs] of typedAtMs.entries()) {
    const first = saved.find(({ text }) => text.length > index)
    expect((first?.atMs ?? Number.POSITIVE_INFINITY) - typedMs).toBeLessThanOrEqual(500)
  }
})

test('very fast edits are saved together, one save at a time', async () => {
  const { type, saved } = createSavedBox()
  for (let step = 1; step <= 100; step++) {
    type(`${step}`)
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(AUTOSAVE.waitMs)
  expect(saved.length).toBeLessThan(1_000 / AUTOSAVE.waitMs + 1)
  expect(saved.at(-1)?.text).toBe('100')
})

test('leaving the page saves at once', async () => {
  const { autosave, type, texts, states } = createSavedBox()
  type('Good morning')
  await autosave.flush()
  expect(texts()).toEqual(['Good morning'])
  expect(states).toEqual(['pending', 'saving', 'saved'])
})

test('what is typed during a save is saved right after it', async () => {
  const gate = Promise.withResolvers<void>()
  const { autosave, type, texts } = createSavedBox(() => gate.promise)
  type('one')
  const flushed = autosave.flush()
  type('two')
  gate.resolve()
  await flushed
  expect(texts()).toEqual(['one', 'two'])
})

test('what is typed while the backend does not respond is stored as a draft', async () => {
  const { type, drafts } = createSavedBox(() => new Promise(() => undefined))
  type('one')
  await vi.advanceTimersByTimeAsync(AUTOSAVE.waitMs)
  type('two')
  await vi.advanceTimersByTimeAsync(AUTOSAVE.waitMs)
  expect(drafts).toEqual(['one', 'two'])
})

test('a failed save is repeated with the newest text', async () => {
  let broken = true
  const { autosave, type, texts, states } = createSavedBox(async () => {
    if (broken) throw new Error('The disk is full.')
  })
  type('one')
  await autosave.flush()
  expect(states.at(-1)).toBe('failed')
  broken = false
  await vi.advanceTimersByTimeAsync(AUTOSAVE.retryMs)
  expect(texts()).toEqual(['one'])
  expect(states.at(-1)).toBe('saved')
})

test('nothing is saved if nothing was typed', async () => {
  const { autosave, texts } = createSavedBox()
  await autosave.flush()
  expect(texts()).toEqual([])
})
