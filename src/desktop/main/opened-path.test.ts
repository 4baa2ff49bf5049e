import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openedPath } from './opened-path.ts'

test('the project file among the arguments of a start is found, wherever it was asked from', () => {
  const folder = resolve('/home/ìyá àgbà')
  expect(openedPath(['griot', '--no-sandbox', 'ìròyìn òwúrọ̀.griot'], folder)).toBe(
    resolve(folder, 'ìròyìn òwúrọ̀.griot'),
  )
  const absolute = resolve('/media/news.griot')
  expect(openedPath(['griot', absolute], folder)).toBe(absolute)
  expect(openedPath(['griot', '.', '--file=a.griot'], folder)).toBeUndefined()
  expect(openedPath(['griot', 'notes.txt'], folder)).toBeUndefined()
})
