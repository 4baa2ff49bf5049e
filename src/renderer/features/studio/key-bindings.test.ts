import { expect, test } from 'vitest'
import { formatKeys, type KeyPress, matchesKeys } from './key-bindings.ts'

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
