import { z } from 'zod'
import type { Json } from '#server/http/operation.ts'

/** The schemas of a document: those that have an id stand once, under `components`, and are referred to. */
export interface Schemas {
  /** The JSON Schema of what a request must be (`input`) or of what an answer is (`output`). */
  of(schema: z.ZodType, io: 'input' | 'output'): Json
  /** Schemas with an id that were used so far. */
  readonly named: Readonly<Record<string, Json>>
}

/** OpenAPI 3.1 speaks the JSON Schema that zod writes; only `$schema` and `$defs` have no place inside a document. */
export function createSchemas(): Schemas {
  const named: Record<string, Json> = {}
  return {
    named,
    of(schema, io) {
      const {
        $schema: _,
        $defs = {},
        ...rest
      } = z.toJSONSchema(schema, {
        io,
        // Bytes, and bodies of another program's making, are described as anything.
        unrepresentable: 'any',
        // zod leaves out the defaults of fields that it transforms.
        override: ({ zodSchema, jsonSchema }) => {
          const { id: _id, ...meta } = z.globalRegistry.get(zodSchema) ?? {}
          Object.assign(jsonSchema, meta)
        },
      })
      Object.assign(named, withReferences($defs))
      return withReferences(rest)
    },
  }
}

function withReferences(schemas: object): Json {
  return JSON.parse(JSON.stringify(schemas).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
