import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openOnnx } from './onnx.ts'
import { identityModel } from './onnx-model.test-support.ts'

const folder = folderForTests('griot àmì')
const MODEL = join(import.meta.dirname, '../../../models/yoruba-marks/model.onnx')
const OPEN = `
  import { readFileSync } from 'node:fs'
  import { openOnnx } from './onnx.ts'
  await openOnnx(readFileSync(process.argv[1]))`

test('a model is opened without a word, and nothing is noted down about this computer', async () => {
  const [home, temporary] = [join(folder, 'ilé'), join(folder, 'ìgbà')]
  for (const path of [home, temporary]) mkdirSync(path)
  const child = spawn(process.execPath, ['--input-type=module', '-e', OPEN, MODEL], {
    cwd: import.meta.dirname,
    env: { ...process.env, ORT_DISABLE_TELEMETRY: undefined, HOME: home, TMPDIR: temporary },
  })
  const closed = once(child, 'close')
  expect([await text(child.stderr), await closed]).toEqual(['', [0, null]])
  expect([readdirSync(home), readdirSync(temporary)]).toEqual([[], []])
})

test('tensors of every kind go in and come out with their numbers and shapes', async () => {
  const model = await openOnnx(identityModel())
  const inputs = {
    in_float32: { type: 'float32', values: Float32Array.of(0.5, -1e-7, 3e38), shape: [3] },
    in_int32: { type: 'int32', values: [-2_147_483_648, 7], shape: [2] },
    in_int64: { values: [Number.MAX_SAFE_INTEGER, -1], shape: [2] },
    in_bool: { type: 'bool', values: [1, 0, 1], shape: [3] },
  } as const
  const outputs = await model.run(inputs)
  for (const [name, { values, shape }] of Object.entries(inputs)) {
    const output = outputs[name.replace('in_', 'out_')]
    expect([...(output?.values ?? [])], name).toEqual([...values])
    expect(output?.shape).toEqual(shape)
  }
  // 16 bits have a precision of three digits.
  expect(outputs['out_float16']?.values[0]).toBe(0.5)
})

test('an input of another type, a missing one and bytes that are no model are refused', async () => {
  const model = await openOnnx(identityModel())
  const vector = { values: [1], shape: [1] }
  await expect(model.run({ in_float32: vector })).rejects.toThrow()
  await expect(model.run({})).rejects.toThrow(/in_float32/)
  await expect(openOnnx(Uint8Array.of(1, 2, 3))).rejects.toThrow()
})
