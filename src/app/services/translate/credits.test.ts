import { expect, test } from 'vitest'
import { createTally } from './credits.ts'

test('who has translated is named for people and for programs, who did most first', () => {
  const tally = createTally({ tone: 'neutral', formality: 'casual' })
  const pack = { provider: 'pack:m2m-en', quality: 'pack M2M-100, èdè', isStyleUsed: false }
  tally.add({ provider: 'built-in', quality: 'word help', isStyleUsed: false }, 3)
  tally.add(pack, 20)
  tally.add({ provider: 'built-in', quality: 'draft', isStyleUsed: false }, 10)
  expect(tally.credits([])).toMatchObject({
    providers: ['pack:m2m-en', 'built-in'],
    qualities: ['pack M2M-100, èdè', 'draft', 'word help'],
    // Such a name could not stand in a header.
    grades: ['pack m2m-en', 'draft', 'word help'],
  })
})
