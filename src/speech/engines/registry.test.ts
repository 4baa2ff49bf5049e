import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { createListener } from '#speech/cloning/listening.test-support.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { CAST } from './cast.ts'
import {
  defaultEngine,
  leaveOutIncomplete,
  registeredEngines,
  systemVoice,
  systemVoices,
} from './registry.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('every person of the cast has one voice, in the order of the API, most of them the neural engine’s, two and more in every language', () => {
  expect(systemVoices().map(({ id }) => id)).toEqual(CAST.map(({ id }) => id))
  expect(systemVoices()).toHaveLength(28)
  expect(systemVoice('Sade')?.engine).toBe('griot-neural')
  expect(systemVoice('john')?.engine).toBe('flite')
  const neural = systemVoices().filter(({ engine }) => engine === 'griot-neural')
  for (const { code } of LANGUAGES)
    expect(neural.filter(({ language }) => language === code).length).toBeGreaterThan(1)
})

test('an engine whose models are all there stays, and nothing is said', async () => {
  await leaveOutIncomplete(join(ROOT, 'resources'), (error) => expect.unreachable(error.message))
  expect(defaultEngine().id).toBe('griot-neural')
})

test('where models are missing, that is said by name, and another engine stands in for every voice', async () => {
  const folder = folderForTests('griot láìsí ohùn')
  const resources = join(folder, 'resources')
  mkdirSync(resources)
  cpSync(join(ROOT, 'models'), join(folder, 'models'), { recursive: true })
  rmSync(join(folder, 'models/native-speech/decode.onnx'))
  const told: string[] = []
  // Of this test file's own process: no other test sees it.
  await leaveOutIncomplete(resources, (error) => told.push(error.message))
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/decode\.onnx cannot be read: install Griot again/)
  expect(registeredEngines().map(({ id }) => id)).toEqual(['flite'])
  expect(systemVoices().map(({ id }) => id)).toEqual(CAST.map(({ id }) => id))
  expect(systemVoice('sade')?.engine).toBe('flite')
  // Voices of recordings are flite's too.
  const speaker = await openSpeaker(join(ROOT, 'resources'))
  const transcript = 'The rain has stopped, and we can go out now.'
  const text = { text: transcript, voice: 'john', language: 'en', speed: 1 }
  const samples = await createListener(() => speaker).soundOf(text)
  const order = { samples, transcript, language: 'en' } as const
  expect(await speaker.clone(order, new AbortController().signal)).toMatchObject({
    engine: 'flite',
  })
})
