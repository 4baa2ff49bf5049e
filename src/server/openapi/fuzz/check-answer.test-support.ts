import { Ajv2020 } from 'ajv/dist/2020.js'
import { default as addFormats } from 'ajv-formats'
import type { TestResponse } from '#server/client.test-support.ts'
import type { Json } from '#server/http/operation.ts'
import type { DocumentedOperation } from '#server/openapi/docs-operation.ts'

// Written for CommonJS: its types see the module, Node sees the function.
const FORMATS = addFormats as unknown as (ajv: Ajv2020) => void

type Check = (operation: DocumentedOperation, answer: TestResponse) => string | undefined

/** Checks answers against the document; returns the status or body that it does not describe. */
export function checkAnswersBy(document: Json): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  FORMATS(ajv)
  const components = document['components']
  const validators = new Map<string, ReturnType<typeof ajv.compile>>()
  const validatorOf = (key: string, schema: Json) => {
    const validate = validators.get(key) ?? ajv.compile({ ...schema, components })
    validators.set(key, validate)
    return validate
  }
  const wrongJson = (key: string, schema: Json, text: string): string | undefined => {
    const validate = validatorOf(key, schema)
    if (validate(JSON.parse(text))) return undefined
    return `${key}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`
  }
  return ({ id, operation }, { status, headers, text }) => {
    const responses = operation['responses'] as Readonly<Record<string, Described>>
    const described = responses[status]
    if (!described) return `${status} is not described`
    const { content } = described
    if (!content) return text === '' ? undefined : `${status} has a body, described is none`
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
    const body = content[type] ?? content['*/*']
    if (!body) return `${status} is "${type}", described are ${Object.keys(content).join(', ')}`
    return type === 'application/json' ? wrongJson(`${id} ${status}`, body.schema, text) : undefined
  }
}

interface Described {
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>
}
