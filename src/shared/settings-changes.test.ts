import { expect, test } from 'vitest'
import { applyChanges } from './apply-changes.ts'
import { scriptOf } from './script.test-support.ts'
import { changedSettings, settingsBetween } from './settings-changes.ts'

test('two windows that cast different names both keep theirs', () => {
  const script = { ...scriptOf('a'), settings: { cast: { Narrator: { voice: 'lina' } } } }
  const { settings } = applyChanges(script, [
    { kind: 'settings', settings: { cast: { Chidi: { voice: 'obi' } } } },
    { kind: 'settings', settings: { cast: { Narrator: { voice: 'kani', language: 'yo' } } } },
  ])
  expect(settings).toEqual({
    cast: { Narrator: { voice: 'kani', language: 'yo' }, Chidi: { voice: 'obi' } },
  })
})

test('a setting that is taken away is gone, and so are settings of which none is left', () => {
  const before = { lineGap: 1, cast: { Narrator: { voice: 'lina' } } }
  expect(settingsBetween(before, { cast: before.cast })).toEqual({ lineGap: null })
  expect(changedSettings(before, { lineGap: null })).toEqual({ cast: before.cast })
  expect(changedSettings({ lineGap: 1 }, { lineGap: null })).toBeUndefined()
  expect(settingsBetween(before, undefined)).toEqual({ lineGap: null, cast: { Narrator: null } })
})

test('the same settings are no change', () => {
  expect(settingsBetween({ languages: ['yo'] }, { languages: ['yo'] })).toBeUndefined()
})
