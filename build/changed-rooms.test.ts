import { expect, test } from 'vitest'
import { batchesOf } from './changed-rooms.ts'

const UNITS = ['src/app/a.full.test.ts', 'src/speech/b/c.full.test.ts', 'eval/d.full.test.ts']
const JOURNEYS = ['e2e/one.spec.ts', 'e2e/two.spec.ts', 'e2e/three.spec.ts']

test('a change asks for the full tests of its room, and a journey for itself', () => {
  expect(batchesOf(['src/speech/x.ts', 'e2e/two.spec.ts', 'README.md'], UNITS, JOURNEYS)).toEqual([
    { runner: 'vitest', files: ['src/speech/b/c.full.test.ts'] },
    { runner: 'playwright', files: ['e2e/two.spec.ts'] },
  ])
  expect(batchesOf(['eval/scores/y.ts'], UNITS, JOURNEYS)).toEqual([
    { runner: 'vitest', files: ['eval/d.full.test.ts'] },
  ])
  expect(batchesOf(['docs/api.md'], UNITS, JOURNEYS)).toEqual([])
})

test.each(['src/renderer/app/routes.ts', 'e2e/fixtures.ts'])(
  '%s asks for every journey, a few at a time',
  (path) => {
    expect(batchesOf([path], UNITS, JOURNEYS)).toEqual([
      { runner: 'playwright', files: ['e2e/one.spec.ts', 'e2e/two.spec.ts'] },
      { runner: 'playwright', files: ['e2e/three.spec.ts'] },
    ])
  },
)

test('where nobody knows what changed, all are asked for', () => {
  const batches = batchesOf(undefined, UNITS, JOURNEYS)
  expect(batches.flatMap(({ files }) => files)).toEqual([...UNITS, ...JOURNEYS])
})
