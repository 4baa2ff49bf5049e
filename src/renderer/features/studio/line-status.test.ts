import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LineStatus } from './line-status.tsx'

test('a line whose take is not on the disk is not shown as ready', () => {
  const shown = (isKept: boolean): string =>
    renderToStaticMarkup(createElement(LineStatus, { state: 'ready', isKept, id: 'a' }))
  expect(shown(true)).toContain('Ready')
  expect(shown(false)).toContain('Not saved yet')
  expect(shown(false)).not.toContain('Ready')
})
