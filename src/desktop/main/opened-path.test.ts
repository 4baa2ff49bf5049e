import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
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

test('desktops of Linux give the address of a file, with its marks and spaces encoded', () => {
  const path = resolve('/home/ìyá àgbà/Ìròyìn òwúrọ̀ 100%.griot')
  const { href } = pathToFileURL(path)
  expect(href).toContain('%20')
  expect(openedPath(['griot', href], '/')).toBe(path)
  expect(openedPath(['griot', '/media/NEWS.GRIOT'], '/')).toBe(resolve('/media/NEWS.GRIOT'))
  expect(openedPath(['griot', 'file://elsewhere/news.griot'], '/')).toBeUndefined()
  expect(openedPath(['griot', 'https://example.org/news.txt'], '/')).toBeUndefined()
})
