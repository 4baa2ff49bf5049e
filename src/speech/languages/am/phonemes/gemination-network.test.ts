import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelsBeside, readModelFile } from '#speech/models/catalog.ts'
import { slotsOf } from './fidel.ts'
import { geminate } from './gemination.ts'
import { createGeminationNetwork, letterCodesOf } from './gemination-network.ts'

const RESOURCES = join(import.meta.dirname, '../../../../../resources')

const bytes = await readModelFile(modelsBeside(RESOURCES), 'amharic-gemination', 'network.bin')
const network = createGeminationNetwork(new Int8Array(bytes.buffer))

/** What PyTorch gives these words with the weights before they were rounded: train/amharic-words/learn_network.py prints it. */
test.each([
  ['ሀብታምነት', [-5.22, -3.94, -3.91, -1.54, 4.64, -6.75]],
  ['ሁለት', [-1.97, -1.65, 1.05]],
  ['ኵስኵስ', [-5.33, -4.93, 0.69, -3.21]],
])('the log odds of %s are those of PyTorch', (word, expected) => {
  const slots = slotsOf(word)
  const odds = network(letterCodesOf(slots, geminate(slots, word)))
  expect(odds).toHaveLength(expected.length)
  for (const [at, value] of expected.entries()) expect(odds[at]).toBeCloseTo(value, 1)
})

test('a consonant that no word of the lists has is as its plain one', () => {
  const slots = slotsOf('ᎀ')
  const plain = slotsOf('መ')
  expect(letterCodesOf(slots, slots)).toEqual(letterCodesOf(plain, plain))
})
