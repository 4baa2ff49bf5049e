import { z } from 'zod'
import type { Json } from '#server/http/operation.ts'

/** A schema as OpenAPI 3.1 has it: the JSON Schema that zod writes; only `$schema` has no place inside a document. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    // A body of bytes or of another program's making is described as anything.
    unrepresentable: 'any',
    // zod leaves out the defaults of fields that it transforms.
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))
    },
  })
  return rest
}
