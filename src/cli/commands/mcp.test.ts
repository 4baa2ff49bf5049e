import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import {
  type CallToolResult,
  ElicitRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js'
import { afterAll, expect, test } from 'vitest'
import { ENTRY, startGriot } from '#cli/griot.test-support.ts'
import { programFolder } from '#media/player.test-support.ts'
import { READ, reads, wavOf } from '#server/voices.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'

const folder = folderForTests('griot aṣojú ወኪል')
const sounds = join(folder, 'ohùn')
const players = programFolder(folder)

let elicited: ElicitResult = { action: 'decline' }
const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } })
client.setRequestHandler(ElicitRequestSchema, async () => elicited)
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [ENTRY, 'mcp', '--folder', sounds],
    env: { HOME: folder, GRIOT_HOME: join(folder, 'data'), PATH: players.searchPath },
  }),
  // The program takes its time to begin on a computer that has much else to do.
  { timeout: 600_000 },
)
afterAll(() => client.close())

const call = async (
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> => (await client.callTool({ name, arguments: args })) as CallToolResult

const wordsOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('')

test('an agent speaks a text into a file, hears it played, and verifies it', async () => {
  const spoken = await call('speak', {
    ...{ text: 'Ẹ káàárọ̀ o.', voice: 'sade', path: 'owúrọ̀/a.wav', play: true },
  })
  expect(spoken.structuredContent).toMatchObject({ voice: 'sade', language: 'yo', played: true })
  const { path, seconds } = spoken.structuredContent as { path: string; seconds: number }
  expect(path).toBe(join(sounds, 'owúrọ̀/a.wav'))
  expect(readFileSync(path).subarray(0, 4).toString()).toBe('RIFF')
  expect(players.heard('paplay').length / 48_000).toBeCloseTo(seconds, 1)
  const verdict = await call('verify_file', { path: 'owúrọ̀/a.wav' })
  expect(verdict.structuredContent).toMatchObject({ verdict: 'made-here' })
})

fullTest('a file that is there is replaced only where that is wanted', async () => {
  writeFileSync(join(sounds, 'mine.wav'), 'mine')
  const order = { text: 'Hello.', voice: 'lina', path: 'mine.wav' }
  expect(wordsOf(await call('speak', order))).toContain('already')
  expect(readFileSync(join(sounds, 'mine.wav'), 'utf8')).toBe('mine')
  expect((await call('speak', { ...order, overwrite: true })).isError).toBeUndefined()
  const odd = await call('speak', { ...order, path: 'script.sh' })
  expect(wordsOf(odd)).toContain('.wav, .mp3')
})

test('nothing outside of the folder is read or written, by no trick', async () => {
  writeFileSync(join(folder, 'secret.wav'), 'secret')
  symlinkSync(folder, join(sounds, 'out'))
  symlinkSync(join(folder, 'secret.wav'), join(sounds, 'link.wav'))
  mkdirSync(`${sounds}-beside`)
  for (const path of [
    ...['../secret.wav', join(folder, 'secret.wav'), 'out/secret.wav', 'link.wav'],
    ...[`${sounds}-beside/a.wav`, 'a\0.wav', '..', '/'],
  ]) {
    const read = await call('verify_file', { path })
    expect([path, wordsOf(read)]).toEqual([path, expect.stringContaining('lies outside')])
    if (!path.endsWith('.wav')) continue
    const order = { text: 'Hello.', voice: 'lina', path, overwrite: true }
    expect(wordsOf(await call('speak', order))).toContain('lies outside')
  }
  expect(wordsOf(await call('verify_file', { path: 'none.wav' }))).toContain('no file')
})

fullTest('a voice is made after the person was asked, and speaks', async () => {
  writeFileSync(join(sounds, 'me.wav'), wavOf(await reads('lucy')))
  const order = { path: 'me.wav', name: 'Àdá', transcript: READ }
  expect(wordsOf(await call('create_voice', order))).toContain('No voice was made')
  elicited = { action: 'accept', content: { agrees: true } }
  const made = await call('create_voice', order)
  const { voice } = made.structuredContent as { voice: { voice_id: string } }
  const spoken = await call('speak', { text: 'Hello.', voice: voice.voice_id, path: 'own.mp3' })
  expect(spoken.structuredContent).toMatchObject({ format: 'mp3' })
})

test('a hundred calls at once are all answered, and one that is cancelled leaves no file', async () => {
  const calls = Array.from({ length: 100 }, (_, n) =>
    n % 25 === 0
      ? call('speak', { text: 'Hi.', voice: 'lina', path: `many/${n}.wav` })
      : call('detect_language', { text: 'Ina kwana? Lafiya lau.' }),
  )
  const stop = new AbortController()
  const args = { text: 'so '.repeat(1_000), voice: 'lina', path: 'long.wav' }
  const long = client.callTool({ name: 'speak', arguments: args }, undefined, {
    signal: stop.signal,
  })
  const answers = await Promise.all(calls)
  expect(answers.filter(({ isError }) => isError)).toEqual([])
  expect(readdirSync(join(sounds, 'many'))).toHaveLength(4)
  stop.abort(new Error('enough'))
  await expect(long).rejects.toThrow('enough')
  // It stops what it was writing before it takes the place for something else.
  await call('speak', { text: 'Hi.', voice: 'lina', path: 'after.wav' })
  expect(readdirSync(sounds).filter((name) => name.includes('long'))).toEqual([])
})

const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 7, method: 'initialize' },
  params: {
    ...{ protocolVersion: '2025-11-25', capabilities: {} },
    clientInfo: { name: 'a', version: '1' },
  },
}

fullTest(
  'garbage and a message of 10 MB are passed over, and a client that goes away in the middle of a call ends the program',
  async () => {
    const { child, exit, printed, err } = startGriot(folder, ['mcp', '--folder', sounds])
    child.stdin.write('not JSON\n{"half":\n\u0000\n[]\n')
    child.stdin.write(`{"jsonrpc":"2.0","id":6,"method":"${'x'.repeat(10_000_000)}"}\n`)
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
    expect(await printed(/"id":7/)).toContain('"name":"griot"')
    expect(await printed(/"id":null/)).toContain('more than 1,048,576 bytes')
    expect(err()).toContain('not understood')
    const args = { text: 'so '.repeat(1_000), voice: 'lina', path: 'left.wav' }
    const order = { name: 'speak', arguments: args, _meta: { progressToken: 1 } }
    const message = { jsonrpc: '2.0', id: 8, method: 'tools/call', params: order }
    child.stdin.write(`${JSON.stringify(message)}\n`)
    await printed(/notifications\/progress/)
    child.stdout.destroy()
    // Half a line is no message.
    child.stdin.end('{"jsonrpc":"2.0","id":9,')
    expect([await exit, err()]).toEqual([[0, null], expect.not.stringMatching(/^\s+at /m)])
    expect(readdirSync(sounds).filter((name) => name.includes('left'))).toEqual([])
  },
)
