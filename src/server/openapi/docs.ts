import type { FastifyInstance } from 'fastify'
import { FORMATS } from '#shared/formats.ts'

type Json = Readonly<Record<string, unknown>>

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const

/** GET /docs: the API description as a page for people, without scripts. */
export function addDocs(fastify: FastifyInstance, document: Json): void {
  fastify.get('/docs', async (request, reply) =>
    reply.headers(HEADERS).send(page(document, `http://${request.headers.host}`)),
  )
}

function page(document: Json, url: string): string {
  const operations = Object.entries(at(document, 'paths')).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, operation]) =>
      operationSection(method, path, operation as Json),
    ),
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The Griot API</title>
<style>
  :root { color-scheme: light dark; --accent: light-dark(#33418f, #aab6ff); --line: light-dark(#d9d2c7, #423d37); }
  body { margin: 3rem auto; padding: 0 1.5rem; max-width: 52rem; font: 1rem/1.6 system-ui, sans-serif;
    color: light-dark(#262320, #ece7df); background: light-dark(#faf7f2, #1b1917); }
  h2 { margin-top: 3rem; font-size: 1.2rem; }
  a, h2 code { color: var(--accent); }
  pre { overflow-x: auto; padding: 1rem; border: 1px solid var(--line); border-radius: .4rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); }
</style>
</head>
<body>
<h1>The Griot API</h1>
<p>${escapeHtml(at(document, 'info')['summary'])} The same as data: <a href="/openapi.json">openapi.json</a>.</p>
<pre><code>${escapeHtml(`curl ${url}/v1/speech \\
  -H "Authorization: Bearer $GRIOT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"text": "Good morning from Lagos.", "voice": "lina"}' \\
  -o morning.${FORMATS.mp3.extension}`)}</code></pre>
${operations.join('\n')}
<h2>Fields of a speech request</h2>
${table(['Field', 'Values', 'About'], fieldRows(at(document, 'components', 'schemas', 'SpeechRequest')))}
</body>
</html>
`
}

function operationSection(method: string, path: string, operation: Json): string {
  const answers = Object.entries(at(operation, 'responses')).map(([status, answer]) => [
    status,
    String((answer as Json)['description']),
  ])
  const description = operation['description'] ?? ''
  return `<h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation['summary'])}. ${escapeHtml(description)}</p>
${table(['Answer', 'When'], answers)}`
}

function fieldRows(schema: Json): string[][] {
  const required = schema['required'] as readonly string[]
  return Object.entries(at(schema, 'properties')).map(([name, value]) => {
    const field = value as Json
    const about = required.includes(name) ? 'Required. ' : ''
    return [name, valuesOf(field), `${about}${field['description'] ?? ''}`]
  })
}

/** The values that a JSON Schema allows, in a few words. */
function valuesOf(field: Json): string {
  const [schema = field] = (field['anyOf'] ?? []) as readonly Json[]
  const preset = field['default'] === undefined ? '' : ` (default ${field['default']})`
  const range =
    schema['minimum'] === undefined ? '' : ` ${schema['minimum']} to ${schema['maximum']}`
  const choices = (schema['enum'] as readonly string[] | undefined)?.join(', ') ?? schema['const']
  return `${choices ?? `${[schema['type']].flat()[0]}${range}`}${preset}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
  const body = rows.map((cells) => row(cells, 'td')).join('\n')
  return `<table>\n<thead>${row(head, 'th')}</thead>\n<tbody>\n${body}\n</tbody>\n</table>`
}

function at(node: Json, ...keys: readonly string[]): Json {
  // The document is our own: what is asked for here is in it.
  return keys.reduce((inner, key) => inner[key] as Json, node)
}

function escapeHtml(text: unknown): string {
  return String(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
