import {
  type Arbitrary,
  array,
  assert,
  constant,
  property,
  string,
  tuple,
  uint8Array,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeSuperbox, encodeBox, encodeSuperbox, type Superbox } from './jumbf.ts'

interface Tree {
  readonly label: string
  readonly data: readonly Uint8Array[]
  readonly children: readonly Tree[]
}

const label = string({ minLength: 1, maxLength: 30 }).filter((text) => !text.includes('\0'))
const leaf = tuple(label, array(uint8Array({ maxLength: 40 }), { maxLength: 3 }))
const ofDepth = (depth: number): Arbitrary<Tree> =>
  tuple(leaf, depth === 0 ? constant([]) : array(ofDepth(depth - 1), { maxLength: 3 })).map(
    ([[name, data], children]) => ({ label: name, data, children }),
  )
const tree = ofDepth(5)

function encode({ label: name, data, children }: Tree): Uint8Array {
  const boxes = data.map((bytes) => encodeBox('cbor', bytes))
  return encodeSuperbox('c2as', name, ...boxes, ...children.map(encode))
}

function treeOf({ label: name, boxes, children }: Superbox): Tree {
  const data = boxes.map((box) => new Uint8Array(box.data))
  return { label: name, data, children: children.map(treeOf) }
}

describe('JUMBF', () => {
  it('gives back every tree of boxes that it has written', async () => {
    await assert(
      property(tree, (given) => {
        expect(treeOf(decodeSuperbox(encode(given)))).toEqual(given)
      }),
      { numRuns: 300 },
    )
  })

  it('refuses to follow boxes without end', () => {
    let nested = encodeSuperbox('c2as', 'x')
    for (let n = 0; n < 20; n++) nested = encodeSuperbox('c2as', 'x', nested)
    expect(() => decodeSuperbox(nested)).toThrow('nested too deeply')
    const many = Array.from({ length: 5_000 }, () => encodeBox('cbor'))
    expect(() => decodeSuperbox(encodeSuperbox('c2as', 'x', ...many))).toThrow('too many')
  })

  it('refuses trailing bytes and any bytes that are no superbox', async () => {
    const one = encodeSuperbox('c2pa', 'c2pa')
    expect(() => decodeSuperbox(Buffer.concat([one, one]))).toThrow('exactly one')
    expect(() => decodeSuperbox(Buffer.concat([one, Buffer.of(0)]))).toThrow('cut off')
    await assert(
      property(uint8Array({ maxLength: 80 }), (bytes) => {
        expect(() => decodeSuperbox(bytes)).toThrow(
          expect.objectContaining({ name: 'FormatError' }),
        )
      }),
      { numRuns: 1_000 },
    )
  })
})
