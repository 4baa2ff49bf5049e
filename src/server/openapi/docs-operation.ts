import type { Json } from '#server/http/operation.ts'
import { escapeHtml, prose, table } from './html.ts'

/** One operation of the document, with its references followed. */
export interface DocumentedOperation {
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly operation: Json
  readonly follow: (schema: Json) => Json
}

/** Operations of an OpenAPI document of ours, in its order. */
export function documentedOf(document: Json): readonly DocumentedOperation[] {
  // The document is our own: what is asked for here is in it.
  const { paths, components } = document as {
    paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
    components: { schemas: Readonly<Record<string, Json>> }
  }
  const follow = (schema: Json): Json => {
    const name =
      String(schema['$ref'] ?? '')
        .split('/')
        .at(-1) ?? ''
    return components.schemas[name] ?? schema
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: String(operation['operationId']),
      tag: String((operation['tags'] as readonly string[])[0]),
      method: method.toUpperCase(),
      path,
      operation,
      follow,
    })),
  )
}

/** HTML section of one operation: fields, answers, possible errors. */
export function operationSection({
  id,
  method,
  path,
  operation,
  follow,
}: DocumentedOperation): string {
  const { summary, description, parameters, requestBody, responses } = operation as {
    summary: string
    description: string
    parameters: readonly Json[]
    requestBody?: { content: Readonly<Record<string, { schema: Json }>> }
    responses: Readonly<Record<string, ResponseObject>>
  }
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<h4>Body (${escapeHtml(type)})</h4>
${table(['Field', 'Values', 'About'], fieldRows(follow(schema)))}`,
  )
  const answers = Object.entries(responses).map(([status, answer]) => [
    status,
    answer.description,
    bodyOf(answer, follow),
  ])
  const isFailure = ([status = '']: readonly string[]): boolean => status >= '400'
  return `<section id="${escapeHtml(id)}">
<h3>${operationName(method, path)}</h3>
<p>${prose(`${summary}. ${description}`)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>\n${table(['Name', 'Where', 'Values', 'About'], parameters.map(parameterRow))}` : ''}
${bodies.join('\n')}
<h4>Answers</h4>
${table(
  ['Status', 'When', 'What'],
  answers.filter((row) => !isFailure(row)),
)}
<details><summary>What can go wrong</summary>
${table(['Status', 'When', 'What'], answers.filter(isFailure))}
</details>
</section>`
}

/** Method and path, as headings and links show them. */
export function operationName(method: string, path: string): string {
  return `<code><span class="method">${method}</span> ${escapeHtml(path)}</code>`
}

interface ResponseObject {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>
}

function parameterRow(parameter: Json): readonly string[] {
  const { name, description = '', schema, required } = parameter as Readonly<Record<string, string>>
  const where = `${parameter['in']}${required ? ', required' : ''}`
  // A parameter always has a schema.
  return [String(name), where, valuesOf((schema ?? {}) as Json), description]
}

function fieldRows(schema: Json): readonly (readonly string[])[] {
  const required = new Set((schema['required'] ?? []) as readonly string[])
  return Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>).map(
    ([name, field]) => [
      name,
      valuesOf(field),
      `${required.has(name) ? 'Required. ' : ''}${field['description'] ?? ''}`,
    ],
  )
}

/** An answer's body in one cell: its fields, or its media types. */
function bodyOf({ content = {} }: ResponseObject, follow: (schema: Json) => Json): string {
  const json = content['application/json']
  if (!json) return Object.keys(content).join(', ')
  const fields = Object.keys((follow(json.schema)['properties'] ?? {}) as Json)
  return fields.length > 0 ? `JSON: ${fields.join(', ')}` : 'JSON'
}

/** The values that a JSON Schema allows, in a few words. */
function valuesOf(field: Json): string {
  const [schema = field] = (field['anyOf'] ?? []) as readonly Json[]
  const preset = field['default'] === undefined ? '' : ` (default ${field['default']})`
  const named = (schema['enum'] as readonly string[] | undefined)?.filter((choice) => choice !== '')
  const choices = named?.join(', ') ?? schema['const']
  return `${choices ?? `${typeOf(schema)}${rangeOf(schema)}`}${preset}`
}

function typeOf(schema: Json): string {
  const type = [schema['type']].flat()[0]
  const isFile = schema['format'] === 'binary' || schema['contentMediaType'] !== undefined
  return isFile ? 'file' : String(type ?? 'any')
}

function rangeOf(schema: Json): string {
  const { minimum, maximum, maxLength } = schema
  if (minimum !== undefined) return ` ${minimum} to ${maximum}`
  return maxLength === undefined ? '' : `, at most ${maxLength} characters`
}
