import type { FastifyInstance } from 'fastify'
import type { Json } from '#server/http/operation.ts'
import { type Documented, documentedOf, operationSection } from './docs-operation.ts'
import { escapeHtml } from './html.ts'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const

/** GET /docs: the API description as a page for people, without scripts and without anything from elsewhere. */
export function addDocs(fastify: FastifyInstance, document: Json): void {
  fastify.get('/docs', async (request, reply) =>
    reply.headers(HEADERS).send(page(document, `http://${request.headers.host}`)),
  )
}

function page(document: Json, url: string): string {
  const { info, tags } = document as {
    info: { summary: string }
    tags: readonly { name: string; description: string }[]
  }
  const operations = documentedOf(document)
  const chapters = [
    ...tags,
    { name: 'about', description: 'Guest tokens, and the server itself.' },
  ].map((tag) => ({
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
<nav aria-label="Operations">${chapters.map(contents).join('\n')}</nav>
${chapters.map(chapter).join('\n')}
</body>
</html>
`
}

interface Chapter {
  readonly name: string
  readonly description: string
  readonly operations: readonly Documented[]
}

function contents({ name, operations }: Chapter): string {
  const links = operations.map(
    ({ id, method, path }) =>
      `<li><a href="#${escapeHtml(id)}"><code>${method} ${escapeHtml(path)}</code></a></li>`,
  )
  return `<p>${escapeHtml(title(name))}</p>\n<ul>${links.join('\n')}</ul>`
}

function chapter({ name, description, operations }: Chapter): string {
  return `<h2>${escapeHtml(title(name))}</h2>
<p>${escapeHtml(description)}</p>
${operations.map(operationSection).join('\n')}`
}

function title(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

const STYLE = `
  :root { color-scheme: light dark; --accent: light-dark(#33418f, #aab6ff); --line: light-dark(#d9d2c7, #423d37); }
  body { margin: 3rem auto; padding: 0 1.5rem; max-width: 60rem; font: 1rem/1.6 system-ui, sans-serif;
    color: light-dark(#262320, #ece7df); background: light-dark(#faf7f2, #1b1917); }
  h2 { margin-top: 4rem; border-bottom: 2px solid var(--accent); }
  h3 { margin-top: 3rem; font-size: 1.15rem; overflow-wrap: anywhere; }
  h4 { margin-bottom: .3rem; font-size: 1rem; }
  a, h3 code { color: var(--accent); }
  nav ul { columns: 24rem; padding: 0; list-style: none; } nav p { margin: 1rem 0 .2rem; font-weight: 600; }
  pre { overflow-x: auto; padding: 1rem; border: 1px solid var(--line); border-radius: .4rem; }
  table { border-collapse: collapse; width: 100%; overflow-wrap: anywhere; }
  th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); }
  td:first-child { min-width: 7rem; font-family: ui-monospace, monospace; font-size: .9em; }
`
