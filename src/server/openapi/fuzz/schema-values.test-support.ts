import fc from 'fast-check'
import type { Json } from '#server/http/operation.ts'

/** Texts that people and attackers write. */
const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\r\nX-Injected: 1',
  '../../../../etc/passwd',
  '%2e%2e%2f',
  '"; DROP TABLE files; --',
  '<script>alert(1)</script>',
  '\ud800 lone surrogate',
  '\u202e right to left',
  'ẹ́ ọ̀ Ṣọlá ń jẹun',
  'ጤና ይስጥልኝ።',
  '😀'.repeat(50),
  '__proto__',
  'NaN',
  'x'.repeat(25_000),
]

const hostileText = fc.constantFrom(...HOSTILE_TEXTS)

/** Anything JSON can hold. */
export const anyJson = fc.oneof(hostileText, fc.jsonValue({ maxDepth: 3 }))

/** Values that a JSON Schema of our document allows (as far as the schema says all). */
export function allowedBy(schema: Json): fc.Arbitrary<unknown> {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly Json[] | undefined
  if (choices) return fc.oneof(...choices.map(allowedBy))
  if (schema['const'] !== undefined) return fc.constant(schema['const'])
  if (schema['enum']) return fc.constantFrom(...(schema['enum'] as readonly unknown[]))
  const [type] = [schema['type']].flat()
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer(boundsOf(schema))
    case 'number':
      return fc.double({ ...boundsOf(schema), noNaN: true, noDefaultInfinity: true })
    case 'string':
      return textOf(schema)
    case 'array':
      return fc.array(allowedBy((schema['items'] ?? {}) as Json), { maxLength: 4 })
    case 'object':
      return objectOf(schema, allowedBy)
    default:
      return anyJson
  }
}

/** Values near the schema with errors in them: fields missing, of a wrong type, out of range, unknown. */
export function nearly(schema: Json): fc.Arbitrary<unknown> {
  if (schema['type'] !== 'object') return fc.oneof(anyJson, beyond(schema))
  const broken = objectOf({ ...schema, required: [] }, (field) =>
    fc.oneof(
      { weight: 3, arbitrary: allowedBy(field) },
      { weight: 1, arbitrary: beyond(field) },
      { weight: 1, arbitrary: anyJson },
    ),
  )
  const extended = fc
    .tuple(broken, fc.dictionary(fc.string({ maxLength: 20 }), anyJson, { maxKeys: 3 }))
    .map(([object, more]) => ({ ...more, ...(object as object) }))
  return fc.oneof(
    { weight: 4, arbitrary: broken },
    { weight: 2, arbitrary: extended },
    { weight: 1, arbitrary: anyJson },
  )
}

function objectOf(
  schema: Json,
  fieldOf: (field: Json) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>
  const required = (schema['required'] ?? []) as readonly string[]
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, fieldOf(field)] as const),
  )
  return fc.record(model, { requiredKeys: [...required] })
}

function textOf(schema: Json): fc.Arbitrary<string> {
  if (schema['format'] === 'uuid') return fc.uuid()
  const examples = (schema['examples'] ?? []) as readonly string[]
  const minLength = Number(schema['minLength'] ?? 0)
  const plain = fc.string({ unit: 'grapheme', minLength, maxLength: minLength + 40 })
  return examples.length > 0 ? fc.oneof(fc.constantFrom(...examples), plain) : plain
}

function boundsOf(schema: Json): { min: number; max: number } {
  return { min: Number(schema['minimum'] ?? -1000), max: Number(schema['maximum'] ?? 1000) }
}

function beyond(schema: Json): fc.Arbitrary<unknown> {
  const { min, max } = boundsOf(schema)
  const longest = Number(schema['maxLength'] ?? 100)
  return fc.constantFrom(
    min - 1,
    max + 1,
    max + 1e-9,
    1e308,
    -0,
    'x'.repeat(Math.min(longest + 1, 30_000)),
    null,
    [],
    {},
    ...HOSTILE_TEXTS,
  )
}
