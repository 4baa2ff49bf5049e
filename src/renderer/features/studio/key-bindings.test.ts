import { expect, test } from 'vitest'
import { firesInText, formatKeys, type KeyPress, keysOfPress, matchesKeys } from './key-bindings.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

test('Mod is Ctrl on most machines and ⌘ on a Mac', () => {
  expect(matchesKeys('Mod+E', press('e', { ctrlKey: true }), false)).toBe(true)
  expect(matchesKeys('Mod+E', press('e', { metaKey: true }), true)).toBe(true)
  expect(matchesKeys('Mod+E', press('e', { ctrlKey: true }), true)).toBe(false)
})

test('a shortcut matches exactly its keys', () => {
  const control = { ctrlKey: true }
  expect(matchesKeys('Mod+Enter', press('Enter', { ...control, shiftKey: true }), false)).toBe(
    false,
  )
  expect(
    matchesKeys('Mod+Shift+Enter', press('Enter', { ...control, shiftKey: true }), false),
  ).toBe(true)
  expect(matchesKeys('Mod+Z', press('Z', { ...control, altKey: true }), false)).toBe(false)
  expect(matchesKeys('Mod+Shift+Z', press('Z', { ...control, shiftKey: true }), false)).toBe(true)
})

test('the question mark matches on every keyboard layout', () => {
  expect(matchesKeys('?', press('?', { shiftKey: true }), false)).toBe(true)
  expect(matchesKeys('?', press('?'), false)).toBe(true)
})

test('the space bar is called Space', () => {
  expect(matchesKeys('Space', press(' '), false)).toBe(true)
})

test('keys are shown as users know them', () => {
  expect(formatKeys('Mod+Shift+Enter', false)).toBe('Ctrl+Shift+Enter')
  expect(formatKeys('Mod+Shift+Z', true)).toBe('⌘⇧Z')
  expect(formatKeys('Alt+ArrowUp', false)).toBe('Alt+↑')
})

test('keys that are pressed are stored in one order, without a modifier alone or the key of the system', () => {
  expect(keysOfPress(press('k', { ctrlKey: true, shiftKey: true, altKey: true }), false)).toBe(
    'Mod+Alt+Shift+K',
  )
  expect(keysOfPress(press('+', { ctrlKey: true, shiftKey: true }), false)).toBe('Mod++')
  expect(matchesKeys('Mod++', press('+', { ctrlKey: true, shiftKey: true }), false)).toBe(true)
  expect(keysOfPress(press('Shift', { shiftKey: true }), false)).toBeUndefined()
  expect(keysOfPress(press('e', { metaKey: true }), false)).toBeUndefined()
  expect(formatKeys('Mod++', true)).toBe('⌘+')
})

test('while text has the focus, only keys that write nothing are shortcuts', () => {
  expect(['Mod+D', 'Alt+ArrowUp'].every(firesInText)).toBe(true)
  expect(['Space', '?', 'A', 'Alt+A', 'Shift+ArrowDown'].some(firesInText)).toBe(false)
})
