import { expect, test } from 'vitest'
import type { ReadingFinding } from '#shared/reading.ts'
import { applyFinding, applyWords } from './apply-finding.ts'

const TEXT = 'Good morning big Lagos, today.'

function finding(change: Partial<ReadingFinding>): ReadingFinding {
  const { from = 0, to = 0 } = change
  const written = TEXT.slice(from, to)
  return {
    kind: 'different',
    written,
    expected: written,
    heard: '',
    isSure: true,
    from,
    to,
    ...change,
  }
}
const missing = finding({ kind: 'missing', from: 13, to: 16 })
const different = finding({ from: 24, to: 29, heard: 'tomorrow' })
const extra = finding({ kind: 'extra', from: 12, to: 12, heard: 'to' })

test('a word that was not heard is taken out with its space', () => {
  const { text, findings } = applyFinding({ text: TEXT, findings: [missing, different] }, missing)
  expect(text).toBe('Good morning Lagos, today.')
  expect(findings).toMatchObject([{ from: 20, to: 25 }])
  expect(text.slice(20, 25)).toBe('today')
})

test('a word that was heard otherwise is put in its place, and one that was too much is added', () => {
  const findings = [extra, missing, different]
  const first = applyFinding({ text: TEXT, findings }, different)
  expect(first.text).toBe('Good morning big Lagos, tomorrow.')
  expect(first.findings).toEqual([extra, missing])
  const second = applyFinding(first, extra)
  expect(second.text).toBe('Good morning to big Lagos, tomorrow.')
  expect(second.text.slice(second.findings[0]?.from, second.findings[0]?.to)).toBe('big')
})

test('the last word, and the only one, are taken out', () => {
  const last = finding({ kind: 'missing', from: 24, to: 29 })
  expect(applyFinding({ text: TEXT, findings: [last] }, last).text).toBe('Good morning big Lagos,.')
  const only = finding({ kind: 'missing', from: 0, to: 2 })
  expect(applyFinding({ text: 'No', findings: [only] }, only).text).toBe('')
})

test('the button says what it does', () => {
  expect([missing, different, extra].map(applyWords)).toEqual([
    'Take “big” out',
    'Use “tomorrow”',
    'Add “to”',
  ])
})
