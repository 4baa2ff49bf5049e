import { expect, test } from 'vitest'
import { sayWith } from './say.ts'
import { trayTemplate, trayWords } from './tray-template.ts'

const nothing = (): void => undefined

test('the tray says whether the API answers, and gives its address to be copied', () => {
  const copied: string[] = []
  const say = sayWith({})
  const choices = {
    say,
    show: nothing,
    quit: nothing,
    copyAddress: (one: string) => copied.push(one),
  }
  const labels = (apiUrl: string | undefined) =>
    trayTemplate({ ...choices, apiUrl }).flatMap(({ label }) => label ?? [])
  expect(labels(undefined)).toEqual(['Show Griot', 'The API is off', 'Quit Griot'])
  const url = 'http://127.0.0.1:7070'
  expect(labels(url)).toEqual(['Show Griot', `API: ${url}`, 'Copy the Address', 'Quit Griot'])
  const copy = trayTemplate({ ...choices, apiUrl: url }).find(({ label }) =>
    /^Copy/.test(label ?? ''),
  )
  ;(copy?.click as (() => void) | undefined)?.()
  expect(copied).toEqual([url])
  expect([trayWords(undefined, say), trayWords(url, say)]).toEqual([
    'Griot: the API is off',
    `Griot: ${url}`,
  ])
})
