import { baseUrlOf } from '#server/http/base-url.ts'
import type { Api, Json } from '#server/http/operation.ts'
import {
  type DocumentedOperation,
  documentedOf,
  operationName,
  operationSection,
} from './docs-operation.ts'
import { STYLE } from './docs-style.ts'
import { openApiDocument } from './document.ts'
import { escapeHtml, prose } from './html.ts'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const

/**
 * Adds GET /openapi.json, and GET /docs: the same as a page for people, without scripts and without anything from
 * elsewhere. Both are made from all operations when they are first asked for: no start of a server waits for that.
 */
export function addOpenApi({ fastify, operations }: Api): void {
  let made: Promise<Json> | undefined
  const document = (): Promise<Json> => {
    made ??= openApiDocument(operations)
    return made
  }
  fastify.get('/docs', async (request, reply) =>
    reply.headers(HEADERS).send(page(await document(), baseUrlOf(request))),
  )
  fastify.get('/openapi.json', async (_request, reply) => reply.send(await document()))
}

function page(document: Json, url: string): string {
  const { info, tags } = document as {
    info: { summary: string }
    tags: readonly { name: string; description: string }[]
  }
  const operations = documentedOf(document)
  const chapters = tags.map((tag) => ({
    ...tag,
    operations: operations.filter((operation) => operation.tag === tag.name),
  }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The Griot API</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Operations">${chapters.map(contents).join('\n')}</nav>
<main>
<h1>The Griot API</h1>
<p>${escapeHtml(info.summary)} The same as data: <a href="/openapi.json">openapi.json</a>.</p>
<p>Every operation that needs a token takes it in the header <code>Authorization: Bearer &lt;token&gt;</code>:
an API key, a guest token, or a JWT where the server is set up for one. Errors are JSON with a
<code>detail</code> that says what to do; every answer names its request in <code>x-request-id</code>.</p>
<pre><code>${escapeHtml(`curl ${url}/v1/speech \\
  -H "Authorization: Bearer $GRIOT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"text": "Good morning from Lagos.", "voice": "lina"}' \\
  -o morning.mp3`)}</code></pre>
${chapters.map(chapter).join('\n')}
</main>
</body>
</html>
`
}

interface Chapter {
  readonly name: string
  readonly description: string
  readonly operations: readonly DocumentedOperation[]
}

function contents({ name, operations }: Chapter): string {
  const links = operations.map(
    ({ id, method, path }) =>
      `<li><a href="#${escapeHtml(id)}">${operationName(method, path)}</a></li>`,
  )
  return `<p>${escapeHtml(title(name))}</p>\n<ul>${links.join('\n')}</ul>`
}

function chapter({ name, description, operations }: Chapter): string {
  return `<h2>${escapeHtml(title(name))}</h2>
<p>${prose(description)}</p>
${operations.map(operationSection).join('\n')}`
}

function title(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
