import { expect, test } from 'vitest'
import { type KeyPress, keysInWords, matches } from './keys.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

test('Mod is Ctrl on most machines and ⌘ on a Mac', () => {
  expect(matches('Mod+E', press('e', { ctrlKey: true }), false)).toBe(true)
  expect(matches('Mod+E', press('e', { metaKey: true }), true)).toBe(true)
  expect(matches('Mod+E', press('e', { ctrlKey: true }), true)).toBe(false)
})

test('a shortcut wants exactly its keys', () => {
  const control = { ctrlKey: true }
  expect(matches('Mod+Enter', press('Enter', { ...control, shiftKey: true }), false)).toBe(false)
  expect(matches('Mod+Shift+Enter', press('Enter', { ...control, shiftKey: true }), false)).toBe(
    true,
  )
  expect(matches('Mod+Z', press('Z', { ...control, altKey: true }), false)).toBe(false)
  expect(matches('Mod+Shift+Z', press('Z', { ...control, shiftKey: true }), false)).toBe(true)
})

test('the question mark is found wherever the keyboard has it', () => {
  expect(matches('?', press('?', { shiftKey: true }), false)).toBe(true)
  expect(matches('?', press('?'), false)).toBe(true)
})

test('the space bar is called Space', () => {
  expect(matches('Space', press(' '), false)).toBe(true)
})

test('keys are written as people know them', () => {
  expect(keysInWords('Mod+Shift+Enter', false)).toBe('Ctrl+Shift+Enter')
  expect(keysInWords('Mod+Shift+Z', true)).toBe('⌘⇧Z')
  expect(keysInWords('Alt+ArrowUp', false)).toBe('Alt+↑')
})
