import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SynthesisedSpeech, SynthesisOrder } from '#speech/models/speech-model.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { childrenOf } from '#testing/processes.test-support.ts'
import type { ModelProcesses } from './model-process.ts'
import { openModels } from './models.test-support.ts'
import type { InstalledPack } from './pack.ts'
import { tinyPack } from './packs.test-support.ts'

const folder = folderForTests('griot voices ohùn ድምፅ')
const never = new AbortController().signal
const KOKORO = tinyPack('tiny-kokoro')

function say(
  models: ModelProcesses,
  pack: InstalledPack,
  order: Partial<SynthesisOrder>,
  signal = never,
): Promise<SynthesisedSpeech> {
  return models.synthesise(pack.id, { symbols: [...'əbˈWt'], speed: 1, ...order }, signal)
}

const modelChildren = () =>
  childrenOf(process.pid).filter(({ command }) => command.includes('inference/process'))

test('many pieces at once come back whole, each to who asked for it, from one process', async () => {
  const models = openModels([KOKORO])
  const lengths = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const { bounds } = await say(models, KOKORO, {
        symbols: Array.from({ length: n + 1 }, () => 'b'),
      })
      return bounds?.length
    }),
  )
  expect(lengths).toEqual(Array.from({ length: 12 }, (_, n) => n + 2))
  expect(modelChildren()).toHaveLength(1)
})

test('files that are not what they should be are told in words', async () => {
  const damages: [string, (bytes: Buffer) => Buffer, RegExp][] = [
    ['tokenizer.json', () => Buffer.from('{"model":{}}'), /tokenizer\.json.*not as it should be/s],
    ['tokenizer.json', () => Buffer.from('<html>'), /tokenizer\.json.*not as it should be/s],
    ['voices/af_heart.bin', (bytes) => bytes.subarray(1), /af_heart\.bin.*not a voice of Kokoro/],
    ['onnx/model_q8f16.onnx', (bytes) => bytes.subarray(0, 900), /no ONNX model/],
    ['onnx/model_q8f16.onnx', () => Buffer.from([0x0a, 0x02, 8, 1]), /tiny-kokoro stopped/],
    ['onnx/model_q8f16.onnx', () => piperModel(), /no input "input_ids"/],
  ]
  for (const [index, [name, damage, words]] of damages.entries()) {
    const pack = tinyPack('tiny-kokoro', join(folder, String(index)))
    const path = join(pack.folder, name)
    writeFileSync(path, damage(readFileSync(path)))
    // As a store would hand it over that knows nothing better.
    const files = pack.files.map((file) =>
      file.name === name ? { ...file, sha256: of(path) } : file,
    )
    await expect(say(openModels([{ ...pack, files }]), pack, {})).rejects.toMatchObject({
      code: 'model/failed',
      message: expect.stringMatching(words),
    })
  }
})

test('a byte that has changed is found before the model is opened', async () => {
  const pack = tinyPack('tiny-mms-yor', join(folder, 'hash'))
  const path = join(pack.folder, 'onnx/model_quantized.onnx')
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500)
  writeFileSync(path, bytes)
  await expect(say(openModels([pack]), pack, {})).rejects.toThrow('is damaged')
})

test.skipIf(process.platform === 'win32')(
  'a process that dies over a piece is started again, and the piece is spoken',
  async () => {
    const models = openModels([KOKORO], { backOffMs: [0, 60_000] })
    await say(models, KOKORO, {})
    const [child] = modelChildren()
    process.kill(child?.pid ?? 0, 'SIGSTOP')
    const piece = say(models, KOKORO, {})
    await new Promise((resolve) => setTimeout(resolve, 100))
    process.kill(child?.pid ?? 0, 'SIGKILL')
    expect((await piece).samples.length).toBeGreaterThan(0)
    expect(modelChildren()[0]?.pid).not.toBe(child?.pid)
  },
)

test('a process that needs too much memory every time is told in words', async () => {
  const pack = { ...KOKORO, memoryMegabytes: 20 }
  const models = openModels([pack], { backOffMs: [0, 60_000] })
  const speakOn = async (): Promise<never> => {
    while (true) await say(models, pack, { symbols: Array.from({ length: 400 }, () => 'a') })
  }
  await expect(speakOn()).rejects.toMatchObject({
    code: 'model/failed',
    message: expect.stringContaining('more than the 20 MB'),
  })
})

test('a pack that is removed while it speaks says so', async () => {
  const models = openModels([KOKORO])
  await say(models, KOKORO, {})
  await models.store.remove(KOKORO.id)
  await expect(say(models, KOKORO, {})).rejects.toThrow('not installed')
})

test('a pack of another task does not speak', async () => {
  const pack = tinyPack('tiny-ctc')
  await expect(say(openModels([pack]), pack, {})).rejects.toThrow(
    'made for transcription, not for speech',
  )
})

function piperModel(): Buffer {
  return readFileSync(join(tinyPack('tiny-piper').folder, 'model.onnx'))
}

function of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
