import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyChanges, lineOf } from './apply-changes.ts'
import {
  firstPart,
  fitsAtOnce,
  keptAt,
  type LiveScript,
  loadedAgain,
  openLiveScript,
  received,
  unsavedChanges,
} from './live-script.ts'
import { mergeChanges } from './merge-changes.ts'
import { asSeenBy } from './own-view.ts'
import { line, scriptOf } from './script.test-support.ts'
import type { Conflict, Script, ScriptLine } from './script.ts'
import type { Change, Entry } from './script-changes.ts'

/** Host that takes saves in memory; the real one is tested with its library. */
function hostOf(script: Script) {
  const log: Entry[] = []
  const host = { script, log, revision: () => log.length }
  const save = (base: number, window: string, changes: readonly Change[]): Entry[] => {
    const missed = log.slice(base)
    const theirs = missed.filter((entry) => entry.window !== window)
    const merged = mergeChanges(
      theirs.flatMap((entry) => entry.changes),
      changes,
      window,
    )
    host.script = applyChanges(host.script, merged)
    log.push({ revision: log.length + 1, window, number: log.length + 1, changes: merged })
    return [...missed, ...log.slice(-1)]
  }
  return { host, save }
}

type Step = {
  readonly window: number
  readonly at: number
  readonly to: number
  readonly act:
    | 'type'
    | 'speed'
    | 'delete'
    | 'insert'
    | 'move'
    | 'split'
    | 'keep mine'
    | 'take theirs'
    | 'save'
    | 'save, answer lost'
    | 'hear'
}
const ACTS: readonly Step['act'][] = [
  ...(['type', 'type', 'type', 'speed', 'delete', 'insert', 'move', 'split'] as const),
  ...(['keep mine', 'take theirs', 'save', 'save', 'hear', 'hear', 'save, answer lost'] as const),
]

interface Place {
  readonly shown: Script
  readonly index: number
  readonly known: ScriptLine
  readonly to: number
  /** The question of the window about the line, and the line as the host has it. */
  readonly own: Conflict | undefined
  readonly theirs: ScriptLine | undefined
}

function withLines(script: Script, at: number, gone: number, ...added: ScriptLine[]): Script {
  return { ...script, lines: script.lines.toSpliced(at, gone, ...added) }
}

function settled(script: Script, own: Conflict | undefined): Script {
  return { ...script, conflicts: (script.conflicts ?? []).filter((one) => one !== own) }
}

/** Three windows on one host, and which texts somebody wrote over or deleted knowing them. */
function threeWindows() {
  const { host, save } = hostOf(scriptOf('a', 'b', 'c', 'd'))
  const start = { scriptId: 'one', revision: 0, script: host.script }
  const windows = ['one', 'two', 'three'].map((name) => openLiveScript(name, start))
  const written = new Set<string>()
  const replaced = new Set<string>()
  let count = 0
  const fresh = (): string => {
    const text = `text ${++count}`
    written.add(text)
    return text
  }

  const gone = (...texts: readonly (string | undefined)[]): void => {
    for (const text of texts) replaced.add(text ?? '')
  }
  /** Edits of the line at `index`; who writes over or deletes a text has seen it. */
  const edits: Partial<Record<Step['act'], (at: Place) => Script>> = {
    type: ({ shown, index, known }) => {
      gone(known.text)
      return withLines(shown, index, 1, { ...known, text: fresh() })
    },
    speed: ({ shown, index, known, to }) =>
      withLines(shown, index, 1, { ...known, speed: 0.7 + (to % 5) / 10 }),
    split: ({ shown, index, known }) => {
      gone(known.text)
      const tail = { ...known, id: `half ${count}`, text: fresh() }
      return withLines(shown, index, 1, { ...known, text: fresh() }, tail)
    },
    move: ({ shown, index, known, to }) =>
      withLines(withLines(shown, index, 1), to % shown.lines.length, 0, known),
    delete: ({ shown, index, known, theirs, own }) => {
      gone(known.text, own && theirs?.text)
      for (const one of shown.conflicts ?? [])
        if (lineOf(one)?.id === known.id) gone(lineOf(one)?.text)
      return withLines(shown, index, 1)
    },
    'keep mine': ({ shown, theirs, own }) => {
      if (own) gone(theirs?.text)
      return settled(shown, own)
    },
    'take theirs': ({ shown, index, known, theirs, own }) => {
      if (!own || !theirs) return shown
      gone(known.text)
      return settled(withLines(shown, index, 1, theirs), own)
    },
  }

  const edited = (live: LiveScript, { at, to, act }: Step): Script => {
    const { shown, confirmed, window } = live
    const index = at % Math.max(1, shown.lines.length)
    const known = shown.lines[index]
    if (act === 'insert' || !known) return withLines(shown, index, 0, line(`new ${count}`, fresh()))
    const own = shown.conflicts?.find((one) => one.by === window && lineOf(one)?.id === known.id)
    const theirs = confirmed.lines.find(({ id }) => id === known.id)
    return edits[act]?.({ shown, index, known, to, own, theirs }) ?? shown
  }

  const saveOf = (live: LiveScript, isLost: boolean): LiveScript => {
    const changes = unsavedChanges(live)
    if (changes.length === 0) return live
    const entries = save(live.revision, live.window, changes)
    if (!isLost) return received(live, entries)
    const loaded = { scriptId: 'one', revision: host.revision(), script: host.script }
    return loadedAgain(live, loaded, changes).live
  }

  const take = (step: Step): void => {
    const live = windows[step.window]
    if (!live) return
    const next = (): LiveScript => {
      if (step.act === 'hear') return received(live, host.log)
      if (step.act.startsWith('save')) return saveOf(live, step.act !== 'save')
      return { ...live, shown: edited(live, step) }
    }
    windows[step.window] = next()
  }

  /** Everybody saves and hears until nothing is left to say. */
  const settle = (): void => {
    for (let round = 0; round < 20; round++) {
      const before = host.revision()
      for (const act of ['save', 'hear'] as const)
        for (const window of windows.keys()) take({ window, at: 0, to: 0, act })
      if (host.revision() === before) return
    }
    throw new Error('The windows never agree.')
  }
  return { host, windows, take, settle, written, replaced }
}

const steps = fc.array(
  fc.record({
    window: fc.nat(2),
    at: fc.nat(7),
    to: fc.nat(7),
    act: fc.constantFrom(...ACTS),
  }),
  { maxLength: 40 },
)

test('whatever three windows do, in whatever order they save and hear, they end with the same script', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const { host, windows, take, settle } = threeWindows()
      for (const step of taken) take(step)
      settle()
      for (const live of windows) {
        expect(live.confirmed).toEqual(host.script)
        expect(unsavedChanges(live)).toEqual([])
        expect(live.shown.lines).toEqual(asSeenBy(live.window, host.script).lines)
      }
    }),
    { numRuns: 500 },
  )
})

test('a text is only gone if somebody who saw it wrote over it or deleted it', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const { host, take, settle, written, replaced } = threeWindows()
      for (const step of taken) take(step)
      settle()
      const there = new Set([
        ...host.script.lines.map(({ text }) => text),
        ...(host.script.conflicts ?? []).map((one) => lineOf(one)?.text),
      ])
      const lost = [...written].filter((text) => !there.has(text) && !replaced.has(text))
      expect(lost).toEqual([])
    }),
    { numRuns: 500 },
  )
})

const start = { scriptId: 'one', revision: 0, script: scriptOf('a', 'b', 'c') }

/** A window that has written over a line, and the same of another that was there first. */
function bothWrote(theirs: string, mine: string): LiveScript {
  const live = openLiveScript('late', start)
  const shown = { ...live.shown, lines: live.shown.lines.with(0, line('a', mine)) }
  const changes: Change[] = [{ kind: 'set', line: line('a', theirs), fields: ['text'] }]
  return received({ ...live, shown }, [{ revision: 1, window: 'first', number: 1, changes }])
}

test('the same line written in two windows stays as it is under the hands of the later one, which has a question', () => {
  const live = bothWrote('theirs', 'mine')
  expect(live.confirmed.lines[0]?.text).toBe('theirs')
  expect(live.shown.lines[0]?.text).toBe('mine')
  expect(live.shown.conflicts).toMatchObject([{ by: 'late', line: { id: 'a', text: 'mine' } }])
  // What goes on being written there belongs to the version of this window.
  const lines = live.shown.lines.with(0, line('a', 'mine, and more'))
  expect(unsavedChanges({ ...live, shown: { ...live.shown, lines } })).toMatchObject([
    { kind: 'contest', conflict: { by: 'late', line: { text: 'mine, and more' } } },
  ])
})

test('two windows that write the same have no question', () => {
  const live = bothWrote('the same', 'the same')
  expect(live.shown.conflicts).toBeUndefined()
  expect(unsavedChanges(live)).toEqual([])
})

test('what a window sees change stays the same object where it does not change', () => {
  const live = openLiveScript('one', start)
  const lines = live.shown.lines.with(1, line('b', 'new'))
  const changes: Change[] = [{ kind: 'set', line: line('c', 'theirs'), fields: ['text'] }]
  const next = received({ ...live, shown: { ...live.shown, lines } }, [
    { revision: 1, window: 'other', number: 1, changes },
  ])
  expect(next.shown.lines[0]).toBe(lines[0])
  expect(next.shown.lines[1]).toBe(lines[1])
  expect(next.shown.lines[2]?.text).toBe('theirs')
})

test('a library that was put back to an earlier time keeps what was not saved, and nothing else', () => {
  const live = received(openLiveScript('one', start), [
    {
      revision: 9,
      window: 'other',
      number: 1,
      changes: [{ kind: 'set', line: line('b', 'later'), fields: ['text'] }],
    },
  ])
  const shown = { ...live.shown, lines: live.shown.lines.with(0, line('a', 'mine')) }
  const again = loadedAgain({ ...live, shown }, start, []).live
  expect(again.revision).toBe(0)
  expect(again.shown.lines.map(({ text }) => text)).toEqual(['mine', 'text of b', 'text of c'])
})

test('a save that arrived without its answer is not taken for the work of another window', () => {
  const live = openLiveScript('one', start)
  const sent: Change[] = [{ kind: 'set', line: line('a', 'half'), fields: ['text'] }]
  const shown = { ...live.shown, lines: live.shown.lines.with(0, line('a', 'half and whole')) }
  const script = applyChanges(start.script, sent)
  const loaded = { ...start, revision: 1, script }
  const { live: again, theirs } = loadedAgain({ ...live, shown }, loaded, sent)
  expect(theirs).toEqual([])
  expect(again.shown.conflicts).toBeUndefined()
  expect(unsavedChanges(again)).toMatchObject([{ kind: 'set', line: { text: 'half and whole' } }])
})

test('a paste of more than one message goes in parts, each of which is a script', () => {
  const live = openLiveScript('one', start)
  const added = Array.from({ length: 500 }, (_, index) => line(`n${index}`, 'ọ̀rọ̀ '.repeat(50)))
  let now: LiveScript = {
    ...live,
    shown: { ...live.shown, lines: live.shown.lines.toSpliced(1, 0, ...added) },
  }
  let parts = 0
  for (; unsavedChanges(now).length > 0; parts++) {
    const unsaved = unsavedChanges(now)
    const part = firstPart(unsaved, 20_000)
    expect(fitsAtOnce(part, 20_000)).toBe(true)
    expect(fitsAtOnce(unsaved, 20_000)).toBe(part.at(-1) === unsaved.at(-1))
    expect(JSON.stringify(part).length).toBeLessThan(25_000)
    now = keptAt(now, parts + 1, part)
  }
  expect(parts).toBeGreaterThan(5)
  expect(now.confirmed).toEqual(now.shown)
})
