import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode, encode } from '@msgpack/msgpack'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { signIn, until } from '#server/client.test-support.ts'
import { openToneApp } from '#server/tone-app.test-support.ts'
import { serveTone } from '#server/tone-server.test-support.ts'
import { createChannelClient } from '#shared/channel-client.ts'
import {
  keptAt,
  type LiveScript,
  loadedAgain,
  openLiveScript,
  received,
  unsavedChanges,
} from '#shared/live-script.ts'
import type { Script, ScriptLine } from '#shared/script.ts'

const tone = openToneApp()
const studioDir = join(tone.folder, 'studio')
mkdirSync(studioDir)
writeFileSync(join(studioDir, 'index.html'), '<!doctype html>')
const server = await serveTone(tone, { studioDir })
const page = await signIn(server)
afterAll(async () => {
  await server.close()
  await tone.close()
})

const line = (id: string, text = ''): ScriptLine => ({ id, text, voice: 'lina', speed: 1 })

/** A window of the studio on the real socket, with the bytes that it sends and hears. */
async function openWindow(name: string) {
  const headers = await page.headers()
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/studio/socket`, { headers })
  socket.binaryType = 'arraybuffer'
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  onTestFinished(() => socket.close())
  const bytes = { sent: 0, heard: 0 }
  const { call, on } = createChannelClient({
    send: (message) => {
      const frame = encode(message, { ignoreUndefined: true })
      bytes.sent += frame.length
      socket.send(frame)
    },
    listen: (onMessage) =>
      socket.addEventListener('message', ({ data }) => {
        bytes.heard += data.byteLength
        onMessage(decode(new Uint8Array(data)))
      }),
  })
  const window = {
    live: openLiveScript(name, await call('script.load', {})),
    bytes,
    edit,
    save,
    back,
  }
  let number = 0
  on('script.changed', ({ entries }) => {
    window.live = received(window.live, entries)
  })
  function edit(change: (script: Script) => Script): void {
    window.live = { ...window.live, shown: change(window.live.shown) }
  }
  async function save(): Promise<void> {
    const changes = unsavedChanges(window.live)
    const { scriptId, revision: base } = window.live
    number += 1
    const saved = await call('script.save', { scriptId, base, window: name, number, changes })
    if (saved.outcome === 'kept') window.live = keptAt(window.live, saved.revision, changes)
    if (saved.outcome === 'merged') window.live = received(window.live, saved.entries)
    expect(saved.outcome).not.toBe('unknown-base')
  }
  /** A window that was away: it has received no event. */
  async function back(before: LiveScript): Promise<void> {
    const { shown } = window.live
    window.live = loadedAgain({ ...before, shown }, await call('script.load', {}), []).live
  }
  return window
}

const setText =
  (id: string, text: string) =>
  (script: Script): Script => ({
    ...script,
    lines: script.lines.map((one) => (one.id === id ? { ...one, text } : one)),
  })
const texts = ({ shown }: LiveScript): string[] => shown.lines.map(({ text }) => text)

test('two windows on one socket each write different lines at once, and both end with all of it', async () => {
  const first = await openWindow('first')
  first.edit(() => ({ title: 'Ìtàn', lines: [line('a'), line('b'), line('c')] }))
  await first.save()
  const second = await openWindow('second')
  first.edit(setText('a', 'Written in the first.'))
  second.edit(setText('b', 'Ẹ káàárọ̀ láti kejì.'))
  await Promise.all([first.save(), second.save()])
  const all = ['Written in the first.', 'Ẹ káàárọ̀ láti kejì.', '']
  await until(() => texts(first.live)[1] !== '' && texts(second.live)[0] !== '')
  for (const { live } of [first, second, await openWindow('third')])
    expect(texts(live)).toEqual(all)
})

test('a window that comes back after a break is merged with what others did meanwhile', async () => {
  const [first, second] = [await openWindow('stays'), await openWindow('leaves')]
  const away = second.live
  first.edit(({ lines, ...script }) => ({ ...script, lines: [line('new', 'On top.'), ...lines] }))
  first.edit(setText('a', 'Changed by the first.'))
  await first.save()
  second.edit(setText('c', 'ሰላም'))
  second.edit(setText('a', 'Changed by the second.'))
  await second.back({ ...away, shown: second.live.shown })
  await second.save()
  expect(texts(second.live)).toEqual([
    'On top.',
    'Changed by the second.',
    'Ẹ káàárọ̀ láti kejì.',
    'ሰላም',
  ])
  await until(() => first.live.shown.conflicts !== undefined)
  expect(texts(first.live)[1]).toBe('Changed by the first.')
  expect(first.live.shown.conflicts).toMatchObject([{ line: { text: 'Changed by the second.' } }])
})

test('a letter in a script of two thousand lines costs a few hundred bytes, here and in the other window', async () => {
  const writing = await openWindow('writing')
  const filled = Array.from({ length: 2_000 }, (_, index) =>
    line(`line ${index}`, 'ọ̀rọ̀ '.repeat(20)),
  )
  writing.edit((script) => ({ ...script, lines: filled }))
  await writing.save()
  const watching = await openWindow('watching')
  const before = { ...writing.bytes, watched: watching.bytes.heard }
  writing.edit(setText('line 1234', 'Good morning, Lagos.'))
  await writing.save()
  await until(() => texts(watching.live)[1_234] === 'Good morning, Lagos.')
  expect(writing.bytes.sent - before.sent).toBeLessThan(400)
  expect(writing.bytes.heard - before.heard).toBeLessThan(100)
  expect(watching.bytes.heard - before.watched).toBeLessThan(400)
})
