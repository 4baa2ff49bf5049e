import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { folderForTests } from '#testing/folder.test-support.ts'
import { readProjectFile, writeProjectFile } from './project-file.ts'
import { openProjectFolder } from './project-folder.ts'
import { order, projectForTests, setText, textsOf, toolsForTests } from './projects.test-support.ts'

const folder = folderForTests('fáìlì')
const stay = new AbortController().signal
const tools = toolsForTests()
let made = 0
const place = (): string => join(folder, `iṣẹ́ ${++made}`)

/** A zip archive with these files. */
async function zipOf(
  files: Readonly<Record<string, string>>,
  options: Parameters<ZipFile['addBuffer']>[2] = {},
): Promise<string> {
  const path = `${place()}.griot`
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name, options)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'project/file', message: expect.stringMatching(words) })

test('a project goes into one file with its takes and versions, and comes out as a project of its own', async () => {
  const project = projectForTests(place())
  project.save(order(project, [setText('a', 'first')]))
  project.keepVersion('before-import')
  project.save(order(project, [setText('b', 'Ẹ káàárọ̀')]))
  mkdirSync(join(project.path, 'takes'), { recursive: true })
  const takes = join(project.path, 'takes')
  writeFileSync(join(takes, 'ab12.flac'), Buffer.alloc(2_000_000, 7))
  const file = `${place()} ìtàn.griot`
  await writeProjectFile(project, file, stay)
  const target = place()
  await readProjectFile(file, target, 'new-id', tools, stay)
  const copy = openProjectFolder(target, tools)
  expect(copy.id).toBe('new-id')
  expect(textsOf(copy)).toEqual(['first', 'Ẹ káàárọ̀'])
  expect(copy.versions()).toMatchObject([{ reason: 'before-import' }])
  expect(readdirSync(join(target, 'takes'))).toEqual(['ab12.flac'])
  expect(copy.notice()).toBeUndefined()
})

test.each([
  ['no zip', 'PK but no zip', /cannot be used/],
  ['an empty file', '', /cannot be used/],
])('%s is refused in words, and nothing is left', async (_, bytes, words) => {
  const path = `${place()}.griot`
  writeFileSync(path, bytes)
  const target = place()
  await expect(readProjectFile(path, target, 'x', tools, stay)).rejects.toThrow(refusal(words))
  expect(existsSync(target)).toBe(false)
})

const body = (): string => {
  const path = place()
  projectForTests(path)
  return path
}

test.each([
  ['files that do not belong there', { 'evil.sh': 'x' }, {}, /evil\.sh.*does not belong/],
  ['a hidden lock', { '.lock': 'x' }, {}, /does not belong/],
  ['a take in a folder below', { 'takes/a/b.flac': 'x' }, {}, /does not belong/],
  ['a link', { 'takes/a.flac': '/etc/passwd' }, { mode: 0o120777 }, /not a plain file/],
  ['no project.json', { 'journal.jsonl': '' }, {}, /no project\.json/],
  ['a project.json that is none', { 'project.json': '{}' }, {}, /cannot be used.*damaged/],
  [
    'a project of a newer Griot',
    { 'project.json': '{"format":"griot-project","version":99}' },
    {},
    /^This project file was written by a newer version of Griot/,
  ],
  ['a bomb', { 'project.json': '0'.repeat(5e6) }, {}, /far more than a project holds/],
])('a file with %s is refused in words, and nothing is left', async (_, files, options, words) => {
  const path = await zipOf(files, options)
  const target = place()
  await expect(readProjectFile(path, target, 'x', tools, stay)).rejects.toThrow(words)
  expect(existsSync(target)).toBe(false)
})

test.each(['../out.json', '/tmp/out.json', 'takes\\..\\out', 'takes/../../out'])(
  'a name that leads out of the project (%s) is refused',
  async (name) => {
    // Of the same length as the real name, which no library writes.
    const plain = 'n'.repeat(name.length)
    const path = await zipOf({ [plain]: 'x' })
    const bytes = readFileSync(path).toString('latin1').replaceAll(plain, name)
    writeFileSync(path, Buffer.from(bytes, 'latin1'))
    const target = place()
    await expect(readProjectFile(path, target, 'x', tools, stay)).rejects.toThrow(refusal(/used/))
    expect(existsSync(target)).toBe(false)
  },
)

test('a cut file is refused, and one that is stopped leaves nothing', async () => {
  const project = openProjectFolder(body(), tools)
  const file = `${place()}.griot`
  await writeProjectFile(project, file, stay)
  const bytes = readFileSync(file)
  writeFileSync(`${file}.cut`, bytes.subarray(0, bytes.length - 40))
  await expect(readProjectFile(`${file}.cut`, place(), 'x', tools, stay)).rejects.toThrow(
    refusal(/used/),
  )
  const target = place()
  const stopped = AbortSignal.abort(new Error('stopped'))
  await expect(readProjectFile(file, target, 'x', tools, stopped)).rejects.toThrow('stopped')
  expect(existsSync(target)).toBe(false)
})
