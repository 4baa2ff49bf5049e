import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { checkVocoderPackage, loadOpusWasm, memoryImage, weightTable } from './opus-weights.ts'

const folder = folderForTests('griot ìwọ̀n')
const entry = createRequire(import.meta.url).resolve('@wasm-audio-decoders/opus-ml')
const SOURCE = join(dirname(entry), 'src/EmscriptenWasm.js')

test('the weights of the vocoder are read from the package by their names', async () => {
  await checkVocoderPackage(SOURCE)
  const table = weightTable(memoryImage(loadOpusWasm(SOURCE)), 'cond_net_pembed_bias')
  expect(table.get('sig_net_sig_dense_out_weights_int8')?.bytes).toHaveLength(40 * 128)
  expect(table.get('cond_net_fdense2_scale')?.bytes).toHaveLength(4 * 320)
})

test('a package that is missing, of another version, changed or cut short is refused in words', async () => {
  const copy = join(folder, 'EmscriptenWasm.js')
  await expect(checkVocoderPackage(copy)).rejects.toThrow(/needs @wasm-audio-decoders\/opus-ml 0/)
  const text = readFileSync(SOURCE, 'latin1')
  writeFileSync(copy, text.slice(0, 1_000_000), 'latin1')
  await expect(checkVocoderPackage(copy)).rejects.toThrow(/another version is installed/)
  expect(() => loadOpusWasm(copy)).toThrow(/was not found in the package's source/)
  cpSync(SOURCE, copy)
  const at = text.indexOf('dynEncode01') + 2_000_000
  const other = text[at] === 'a' ? 'b' : 'a'
  writeFileSync(copy, text.slice(0, at) + other + text.slice(at + 1), 'latin1')
  expect(() => loadOpusWasm(copy)).toThrow()
  writeFileSync(copy, 'export default 1', 'latin1')
  expect(() => loadOpusWasm(copy)).toThrow(/was not found in the package's source/)
})
