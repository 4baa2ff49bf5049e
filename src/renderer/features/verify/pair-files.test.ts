import { expect, test } from 'vitest'
import { pairFiles } from './pair-files.ts'

const files = (...names: string[]): readonly File[] => names.map((name) => new File(['x'], name))
const namesOf = (...names: string[]): unknown => {
  const { pairs, rejections } = pairFiles(files(...names))
  return [pairs.map(({ file, sidecar }) => [file.name, sidecar?.name]), rejections.length]
}

test('every dropped file is verified, in order', () => {
  expect(namesOf('Ìtàn.wav', 'b.mp3', 'notes.txt')).toEqual([
    [
      ['Ìtàn.wav', undefined],
      ['b.mp3', undefined],
      ['notes.txt', undefined],
    ],
    0,
  ])
})

test('a manifest is paired with its file under either of its two names', () => {
  expect(namesOf('a.webm', 'B.webm', 'b.C2PA', 'a.webm.c2pa')).toEqual([
    [
      ['a.webm', 'a.webm.c2pa'],
      ['B.webm', 'b.C2PA'],
    ],
    0,
  ])
})

test('a single file and a single manifest are paired even if the browser renamed one of them', () => {
  expect(namesOf('talk (1).webm', 'talk.c2pa')).toEqual([[['talk (1).webm', 'talk.c2pa']], 0])
})

test('a manifest without its file is rejected with advice', () => {
  const { pairs, rejections } = pairFiles(files('ohùn.c2pa', 'a.wav', 'b.wav'))
  expect(pairs).toHaveLength(2)
  expect(rejections).toEqual([
    'ohùn.c2pa is a manifest without its audio file. Drop both files together.',
  ])
  expect(pairFiles(files('ohùn.c2pa')).rejections).toHaveLength(1)
})
