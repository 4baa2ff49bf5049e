import { expect, test } from 'vitest'
import { sourceKey } from '#shared/takes.ts'
import { isTakeFor, type KnownTake, takeOfLine } from './choose-take.ts'

const source = (text: string) => ({ text, voice: 'lina', speed: 1, dictionary: '' })
function take(id: string, order: number, text: string, more: Partial<KnownTake> = {}): KnownTake {
  return {
    ...source(text),
    ...{ id, order, lineId: 'a', seconds: 1, madeAt: '', madeBy: '' },
    ...{ star: false, note: '', deleted: false, isStored: true, ...more },
  }
}
const HELLO = sourceKey(source('Hello.'))
const BYE = sourceKey(source('Bye.'))
const choice = (takeId: string, order: number, lineKey: string) => ({
  ...{ lineId: 'a', takeId, order, lineKey },
})
const hello = take('hello', 1, 'Hello.')
const bye = take('bye', 2, 'Bye.')
const variant = take('variant', 3, 'Hello.', { seed: 4 })

test('the last take of what is written counts, and its seed does not matter', () => {
  expect(takeOfLine(HELLO, [hello, bye, variant], [])).toBe(variant)
  expect(takeOfLine(BYE, [hello, bye, variant], [])).toBe(bye)
})

test('where none was made of what is written, the last one is shown as outdated', () => {
  expect(takeOfLine('another', [hello, bye], [])).toBe(bye)
  expect(takeOfLine('another', [], [])).toBeUndefined()
})

test('a choice counts until a later take of the same, and only for the text that it was made for', () => {
  const all = [hello, bye, variant]
  expect(takeOfLine(HELLO, all, [choice('hello', 4, HELLO)])).toBe(hello)
  expect(
    takeOfLine(HELLO, [...all, take('late', 5, 'Hello.')], [choice('hello', 4, HELLO)])?.id,
  ).toBe('late')
  expect(takeOfLine(BYE, all, [choice('hello', 4, BYE)])).toBe(hello)
  expect(takeOfLine(BYE, all, [choice('hello', 4, HELLO)])).toBe(bye)
})

test('a take that is read alike counts as one of the line, for that text alone', () => {
  const alike = { ...choice('hello', 4, BYE), isReadAlike: true as const }
  expect(takeOfLine(BYE, [hello], [alike])).toBe(hello)
  expect(isTakeFor(BYE, hello, [alike])).toBe(true)
  expect(isTakeFor(BYE, hello, [choice('hello', 4, BYE)])).toBe(false)
  expect(isTakeFor('another', hello, [alike])).toBe(false)
  expect(isTakeFor(HELLO, hello, [])).toBe(true)
})

test('what was deleted or cannot be heard is no take of the line', () => {
  const gone = { ...variant, deleted: true }
  const damaged = { ...variant, problem: 'It is damaged.' }
  expect(takeOfLine(HELLO, [hello, gone], [choice('variant', 9, HELLO)])).toBe(hello)
  expect(takeOfLine(HELLO, [hello, damaged], [])).toBe(hello)
  expect(takeOfLine(HELLO, [gone], [])).toBeUndefined()
})
