import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '#server/client.test-support.ts'
import { openToneApp, type ToneApp } from '#server/tone-app.test-support.ts'
import type { Data, Event } from '#shared/api.ts'

let tone: ToneApp
let projectId: string
beforeEach(async () => {
  tone = openToneApp()
  const session = tone.app.connect(() => undefined)
  projectId = (await session.handlers['projects.create']({ title: 'Ìròyìn òwúrọ̀' })).id
  session.close()
})
afterEach(() => tone.close())

const line = { voice: 'lina', speed: 1, lineId: 'a' }

/** A window of the program, and what it has heard. */
function openWindow() {
  const heard: { readonly event: Event; readonly data: unknown }[] = []
  const session = tone.app.connect((event, data) => heard.push({ event, data }))
  const of = <E extends Event>(event: E): Data<E>[] =>
    // The event says what its data are.
    heard.filter((item) => item.event === event).map(({ data }) => data as Data<E>)
  const speak = async (text: string, more: Readonly<Record<string, unknown>> = {}) => {
    const jobId = randomUUID()
    await session.handlers['speech.start']({ jobId, text, ...line, projectId, ...more })
    await until(() => of('speech.done').some((done) => done.jobId === jobId))
    return jobId
  }
  return { ...session, of, speak }
}

const listed = async (window: ReturnType<typeof openWindow>) =>
  (await window.handlers['takes.list']({ projectId })).takes

test('a spoken line becomes a take under the id of its job, and every window hears of it', async () => {
  const [first, second] = [openWindow(), openWindow()]
  const jobId = await first.speak('Good morning.', { seed: 3, pitch: 2 })
  await until(() => second.of('takes.changed').length > 0)
  const [news] = second.of('takes.changed')
  expect(news).toMatchObject({ projectId, takes: [{ id: jobId, lineId: 'a', seed: 3 }] })
  expect(first.of('takes.changed')).toEqual(second.of('takes.changed'))
  const [take] = await listed(second)
  expect(take).toMatchObject({ text: 'Good morning.', pitch: 2, seconds: 0.5, dictionary: '' })
  const { words } = await second.handlers['takes.open']({ projectId, takeId: jobId })
  expect(words.map(({ text }) => text)).toEqual(['Good', 'morning'])
})

test('speech of no line is not kept', async () => {
  const window = openWindow()
  await window.speak('A voice introduces itself.', { lineId: undefined })
  expect(await listed(window)).toEqual([])
})

test('a take of a window that closes at its end is stored all the same', async () => {
  const window = openWindow()
  await window.speak('Good night.')
  window.close()
  const other = openWindow()
  await expect.poll(() => listed(other)).toHaveLength(1)
})

test('a line whose window closes before its end is no take', async () => {
  const window = openWindow()
  const release = tone.holdAfterFirst()
  const jobId = randomUUID()
  await window.handlers['speech.start']({ jobId, text: 'One two three.', ...line, projectId })
  await until(() => window.of('speech.chunk').length > 0)
  window.close()
  release()
  await wait(50)
  expect(await listed(openWindow())).toEqual([])
})

test('on a full disk the take is told to be in memory only, in words, and the next one is stored again', async () => {
  const window = openWindow()
  tone.freeBytes = 1_000
  const jobId = await window.speak('One.')
  await until(() => window.of('takes.not-stored').length > 0)
  expect(window.of('takes.not-stored')[0]).toMatchObject({ projectId, takeId: jobId })
  expect(window.of('takes.not-stored')[0]?.message).toMatch(
    /until this window is closed.*Free some space/,
  )
  tone.freeBytes = undefined
  await window.speak('Two.')
  await expect.poll(() => listed(window)).toHaveLength(1)
  expect(tone.bugs).toEqual([])
})

test('what the dictionary does to a text changes its fingerprint, and that of no other', async () => {
  const window = openWindow()
  const { voice } = line
  const texts = ['Ask Zik about it.', 'Nothing else.'].map((text) => ({ text, voice }))
  const ask = () => window.handlers['takes.fingerprints']({ projectId, texts })
  expect(await ask()).toEqual(['', ''])
  const entry = await window.handlers['pronunciations.add']({
    ...{ word: 'Zik', saidAs: { kind: 'text', text: 'zeek' }, scope: { kind: 'global' } },
    caseSensitive: false,
  })
  expect(window.of('dictionary.changed')).toHaveLength(1)
  const [told, other] = await ask()
  expect([told === '', other]).toEqual([false, ''])
  const saidAs = { kind: 'text' as const, text: 'zick' }
  await window.handlers['pronunciations.change']({ ...entry, saidAs })
  expect((await ask())[0]).not.toBe(told)
  await window.speak('Ask Zik about it.')
  await expect.poll(() => listed(window)).toHaveLength(1)
  expect((await listed(window))[0]?.dictionary).toBe((await ask())[0])
  await window.handlers['pronunciations.remove']({ id: entry.id })
  expect((await ask())[0]).toBe('')
})

test('an entry that is there and does nothing to a text leaves its fingerprint alone', async () => {
  const window = openWindow()
  const add = (word: string, more: { readonly language?: 'ha' } = {}) =>
    window.handlers['pronunciations.add']({
      ...{ word, saidAs: { kind: 'text', text: 'la la' }, scope: { kind: 'global' } },
      ...{ caseSensitive: false, ...more },
    })
  const ask = async (text: string, language?: string) =>
    (
      await window.handlers['takes.fingerprints']({
        projectId,
        texts: [{ text, voice: line.voice, ...(language ? { language } : {}) }],
      })
    )[0]
  const city = await add('New York')
  expect(await ask('A new book.')).toBe('')
  const told = await ask('In New York.')
  expect(told).not.toBe('')
  const word = await add('New')
  expect(await ask('In New York.')).toBe(told)
  await add('kai', { language: 'ha' })
  expect(await ask('Kai!', 'en')).toBe('')
  expect(await ask('Kai!', 'ha')).not.toBe('')
  expect(await ask('[ha]Kai![/ha] [say: New York]', 'en')).not.toBe('')
  expect(await ask('[say: New York] [pause', 'en')).toBe('')
  await window.handlers['diacritics.accept']({ word: 'oko', form: 'ọkọ̀' })
  expect(await ask('Oko.', 'en')).toBe('')
  expect(await ask('Oko.', 'yo')).not.toBe('')
  expect(await ask('See [yo]oko[/yo].', 'en')).not.toBe('')
  for (const { id } of [city, word]) await window.handlers['pronunciations.remove']({ id })
})
