import { beforeEach, expect, test } from 'vitest'
import { FIXED_KEYS, SHORTCUTS } from '#shared/shortcuts.ts'
import { matchesKeys } from './key-bindings.ts'
import { assignKeys, keysOf, resetKeys, shortcutWith } from './shortcut-store.ts'

beforeEach(() => resetKeys())

test('no two shortcuts come with the same keys', () => {
  const keys = [...SHORTCUTS, ...FIXED_KEYS].map(({ keys }) => keys)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a shortcut that takes the keys of another leaves it without, until it is reset', () => {
  expect(shortcutWith('Mod+D', 'find')?.id).toBe('duplicate')
  assignKeys('find', 'Mod+D')
  expect(keysOf('find')).toBe('Mod+D')
  expect(keysOf('duplicate')).toBe('')
  expect(matchesKeys(keysOf('duplicate'), { ...HELD, key: 'd' }, false)).toBe(false)
  resetKeys('duplicate')
  expect(keysOf('duplicate')).toBe('Mod+D')
  expect(keysOf('find')).toBe('')
  resetKeys()
  expect(keysOf('find')).toBe('Mod+F')
})

const HELD = { key: '', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false }
