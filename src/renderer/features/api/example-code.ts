// Only types: tests outside of the studio's bundle import this file too.
import type { TextKey } from '#renderer/i18n/i18n.ts'
import { type AgentId, agentExample, isAgent } from './agent-settings.ts'

/** Example programs that are shown, in the order of their tabs. */
export const EXAMPLES = ['curl', 'node', 'python', 'openai', 'websocket'] as const
type ProgramId = (typeof EXAMPLES)[number]
/** All examples: behind the programs, the settings with which agents find Griot. */
export type ExampleId = ProgramId | AgentId

/** Address, key and shell that an example is written for. */
export interface ExampleOptions {
  /** Origin without a path: `http://127.0.0.1:7070`. */
  readonly apiUrl: string
  /** If left out, the code reads a key from the variable GRIOT_KEY. */
  readonly key?: string | undefined
  /** Shell whose quoting rules the curl command follows. */
  readonly shell: Shell
}

/** `windows` is the Command Prompt; all other shells follow POSIX quoting. */
export type Shell = 'posix' | 'windows'

/** Code that runs as it is copied, and how to run it. */
export interface ExampleCode {
  readonly code: string
  readonly howTo: TextKey
}

const TEXT = 'Good morning from Griot.'
const VOICE = 'Lina'

/** Example code with the real address and key. */
export function createExample(id: ExampleId, options: ExampleOptions): ExampleCode {
  return isAgent(id) ? agentExample(id, options) : TEMPLATES[id](options)
}

/** Shell command that speaks a sentence into hello.mp3. */
export function curlCommand({ apiUrl, key, shell }: ExampleOptions, between = ' '): string {
  const url = new URL('/v1/speech', apiUrl).href
  return [
    `curl --fail ${url}`,
    `-H ${authorization(key, shell)}`,
    `-H ${quote('Content-Type: application/json', shell)}`,
    `-d ${quote(JSON.stringify({ text: TEXT, voice: VOICE }), shell)}`,
    '-o hello.mp3',
  ].join(between)
}

/** Command that sets the variable from which the examples read the key. */
export function setKeyCommand(shell: Shell): string {
  return shell === 'windows' ? 'set GRIOT_KEY=your key' : "export GRIOT_KEY='your key'"
}

const TEMPLATES: Readonly<Record<ProgramId, (options: ExampleOptions) => ExampleCode>> = {
  curl: (options) => ({
    code: curlCommand(options, options.shell === 'windows' ? ' ^\n  ' : ' \\\n  '),
    howTo:
      options.shell === 'windows' ? 'api:examples.howTo.curlOnWindows' : 'api:examples.howTo.curl',
  }),
  node: ({ apiUrl, key }) => ({
    code: `import { writeFile } from 'node:fs/promises'

const answer = await fetch('${apiUrl}/v1/speech', {
  method: 'POST',
  headers: { Authorization: ${bearerExpression(key)}, 'Content-Type': 'application/json' },
  body: JSON.stringify({ text: '${TEXT}', voice: '${VOICE}' }),
})
if (!answer.ok) throw new Error(await answer.text())
await writeFile('hello.mp3', answer.body)
`,
    howTo: 'api:examples.howTo.node',
  }),
  python: ({ apiUrl, key }) => ({
    code: `import json
${key === undefined ? 'import os\n' : ''}import urllib.request

request = urllib.request.Request(
    '${apiUrl}/v1/speech',
    data=json.dumps({'text': '${TEXT}', 'voice': '${VOICE}'}).encode(),
    headers={
        'Authorization': ${key === undefined ? "'Bearer ' + os.environ['GRIOT_KEY']" : stringLiteral(`Bearer ${key}`)},
        'Content-Type': 'application/json',
    },
)
with urllib.request.urlopen(request) as answer, open('hello.mp3', 'wb') as file:
    file.write(answer.read())
`,
    howTo: 'api:examples.howTo.python',
  }),
  openai: ({ apiUrl, key }) => ({
    code: `import { writeFile } from 'node:fs/promises'
import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: '${apiUrl}/v1',
  apiKey: ${key === undefined ? 'process.env.GRIOT_KEY' : stringLiteral(key)},
})
const answer = await client.audio.speech.create({
  model: 'griot-1',
  voice: '${VOICE}',
  input: '${TEXT}',
})
await writeFile('hello.mp3', Buffer.from(await answer.arrayBuffer()))
`,
    howTo: 'api:examples.howTo.openai',
  }),
  websocket: ({ apiUrl, key }) => ({
    code: `import { writeFile } from 'node:fs/promises'

const sound = []
const socket = new WebSocket('${apiUrl.replace(/^http/, 'ws')}/v1/speech/stream', {
  headers: { Authorization: ${bearerExpression(key)} },
})
socket.onopen = () => {
  const send = (message) => socket.send(JSON.stringify(message))
  send({ type: 'start', voice: '${VOICE}', format: 'pcm_s16le' })
  for (const text of ['Good mor', 'ning fr', 'om Griot.']) send({ type: 'append', text })
  send({ type: 'end' })
}
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data)
  if (message.type === 'chunk') sound.push(Buffer.from(message.audio, 'base64'))
  if (message.type === 'error') console.error(message.detail)
}
socket.onclose = () => writeFile('hello.pcm', Buffer.concat(sound))
`,
    howTo: 'api:examples.howTo.websocket',
  }),
}

function authorization(key: string | undefined, shell: Shell): string {
  if (key !== undefined) return quote(`Authorization: Bearer ${key}`, shell)
  const variable = shell === 'windows' ? '%GRIOT_KEY%' : '$GRIOT_KEY'
  return `"Authorization: Bearer ${variable}"`
}

function quote(text: string, shell: Shell): string {
  return shell === 'windows'
    ? `"${text.replaceAll('"', '\\"')}"`
    : `'${text.replaceAll("'", `'\\''`)}'`
}

/** String literal that is valid in both JavaScript and Python. */
function stringLiteral(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`
}

function bearerExpression(key: string | undefined): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the copied program fills it in
  return key === undefined ? '`Bearer ${process.env.GRIOT_KEY}`' : stringLiteral(`Bearer ${key}`)
}
