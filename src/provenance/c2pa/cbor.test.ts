import {
  array,
  assert,
  boolean,
  constant,
  dictionary,
  double,
  integer,
  letrec,
  oneof,
  property,
  string,
  uint8Array,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cbor, cborMap, decodeCbor, encodeCbor } from './cbor.ts'

const { value } = letrec<{ value: Cbor }>((tie) => ({
  value: oneof(
    { depthSize: 'small', maxDepth: 5 },
    integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
    double({ noNaN: true, noInteger: true }),
    string({ unit: 'binary', maxLength: 300 }),
    boolean(),
    constant(null),
    uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    array(tie('value'), { maxLength: 30 }),
    dictionary(string(), tie('value'), { maxKeys: 30 }).map((entries) => cborMap(entries)),
    tie('value').map((inner) => ({ tag: 18, value: inner })),
  ),
}))

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex')

describe('CBOR', () => {
  it('gives back every value that it has written', async () => {
    await assert(
      property(value, (given) => {
        expect(decodeCbor(encodeCbor(given))).toEqual(given)
      }),
      { numRuns: 500 },
    )
  })

  it('writes the same map in the same way, whatever the order of its keys', () => {
    const entries: [string, Cbor][] = [
      ['url', 1],
      ['a', 2],
      ['hash', 3],
      ['alg', 4],
    ]
    const forth = encodeCbor(new Map(entries))
    expect(encodeCbor(new Map(entries.toReversed()))).toEqual(forth)
    expect([...(decodeCbor(forth) as ReadonlyMap<string, Cbor>).keys()]).toEqual([
      'a',
      'alg',
      'url',
      'hash',
    ])
  })

  it('writes the examples of RFC 8949', () => {
    const examples: [Cbor, string][] = [
      [23, '17'],
      [24, '1818'],
      [1000, '1903e8'],
      [1_000_000_000_000, '1b000000e8d4a51000'],
      [-1, '20'],
      [-1000, '3903e7'],
      [1.1, 'fb3ff199999999999a'],
      ['ü', '62c3bc'],
      ['\ufeff', '63efbbbf'],
      [Number.MIN_SAFE_INTEGER, '3b001ffffffffffffe'],
      [[1, [2, 3]], '8201820203'],
      [cborMap({ a: 1, b: [2, 3] }), 'a26161016162820203'],
      [{ tag: 0, value: '2013-03-21T20:04:00Z' }, 'c074323031332d30332d32315432303a30343a30305a'],
    ]
    for (const [given, bytes] of examples) {
      expect(Buffer.from(encodeCbor(given)).toString('hex')).toBe(bytes)
      expect(decodeCbor(hex(bytes))).toEqual(given)
    }
  })

  it.each([
    ['bytes after the end', '00 00'],
    ['the same key twice', 'a2 6161 01 6161 02'],
    ['a length beyond the input', '5b 0000000100000000 00'],
    ['an array longer than the input', '9a ffffffff 00'],
    ['a map longer than the input', 'ba ffffffff 00'],
    ['an indefinite length', '5f 41 00 ff'],
    ['a head longer than need be', '18 00'],
    ['an integer beyond what is safe', '1b ffffffffffffffff'],
    ['a negative integer beyond what is safe', '3b 001fffffffffffff'],
    ['a float of 16 bits', 'f9 3c00'],
    ['text that is not UTF-8', '61 ff'],
    ['a key that is an array', 'a1 80 00'],
    ['undefined', 'f7'],
    ['nothing', ''],
    ['too many levels', '81'.repeat(40)],
    ['too many tags', 'c1'.repeat(40)],
  ])('refuses %s', (_, bytes) => {
    expect(() => decodeCbor(hex(bytes))).toThrow(expect.objectContaining({ name: 'FormatError' }))
  })

  it('refuses any bytes or reads them, and never fails in another way', async () => {
    await assert(
      property(uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          decodeCbor(bytes)
        } catch (error) {
          expect(error).toMatchObject({ name: 'FormatError' })
        }
      }),
      { numRuns: 3_000 },
    )
  })
})
