import { expect, test } from 'vitest'
import { createDownloadBar } from './download-bar.ts'

test('on a terminal a download is drawn in place, with its speed and the time left', () => {
  let now = 0
  const drawn: string[] = []
  const screen = { isTTY: true, write: (text: string) => drawn.push(text) > 0 }
  const bar = createDownloadBar(screen, () => now)
  for (let second = 0; second <= 4; second++) {
    now = second * 1_000
    bar.show({ phase: 'downloading', doneBytes: second * 1_000_000, totalBytes: 900_000_000 })
  }
  expect(drawn.at(-1)).toMatch(/^\r░+ Downloading 4\.0 MB of 900\.0 MB, 1\.0 MB\/s, 15 min left/)
  now = 5_000
  bar.show({ phase: 'checking', doneBytes: 900_000_000, totalBytes: 900_000_000 })
  expect(drawn.at(-1)).toMatch(/^\r█{24} Checking 900\.0 MB of 900\.0 MB/)
  bar.clear()
  expect(drawn.at(-1)).toBe('\r\u001b[K')
})

test('in a pipe nothing is drawn', () => {
  const drawn: string[] = []
  const bar = createDownloadBar({ isTTY: false, write: (text: string) => drawn.push(text) > 0 })
  bar.show({ phase: 'downloading', doneBytes: 1, totalBytes: 2 })
  bar.clear()
  expect(drawn).toEqual([])
})
