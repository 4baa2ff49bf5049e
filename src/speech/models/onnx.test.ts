import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'

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
