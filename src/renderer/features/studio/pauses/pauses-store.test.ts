import { beforeEach, expect, test } from 'vitest'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { NO_HISTORY } from '#renderer/features/studio/undo-history.ts'
import { linesWithOwnPause, setGap } from './pauses-store.ts'

const lines = [
  { id: 'a', text: 'One.', voice: 'lina', speed: 1 },
  { id: 'b', text: 'Two.', voice: 'lina', speed: 1, pauseAfter: 0 },
]
beforeEach(() => useStudio.setState({ script: { title: 'T', lines }, history: NO_HISTORY }))
const settings = () => useStudio.getState().script.settings

test('a pause is set once for the whole script, besides its other settings, and taken back', () => {
  useStudio.setState({ script: { title: 'T', lines, settings: { languages: ['yo'] } } })
  setGap('lineGap', 1)
  setGap('chapterGap', 0)
  expect(settings()).toEqual({ languages: ['yo'], lineGap: 1, chapterGap: 0 })
  setGap('lineGap', undefined)
  expect(settings()).toEqual({ languages: ['yo'], chapterGap: 0 })
  expect(useStudio.getState().history).toBe(NO_HISTORY)
})

test('a script whose pauses are the usual ones has no settings', () => {
  setGap('lineGap', 2)
  setGap('lineGap', undefined)
  expect('settings' in useStudio.getState().script).toBe(false)
})

test('a pause of nothing is a pause of its own', () => {
  expect([...linesWithOwnPause(lines)]).toEqual(['b'])
})
