import { spawnSync } from 'node:child_process'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { folderForTests } from '#testing/folder.test-support.ts'
import { JOURNAL_MOST } from './journal.ts'
import { addProjectFile, readProjectFile, writeProjectFile } from './project-file.ts'
import { openProjectFolder } from './project-folder.ts'
import {
  order,
  projectForTests,
  registryForTests,
  setText,
  textsOf,
  toolsForTests,
} from './projects.test-support.ts'

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
  ['a bomb of sound', { 'takes/a.flac': '0'.repeat(5e6) }, {}, /far more than a project holds/],
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

test('a project file is looked through before it is unpacked: a journal over the limit is refused at once', async () => {
  const line = `${JSON.stringify({ revision: 1, window: 'w', number: 1, changes: [], x: 'ab'.repeat(200) })}${' '.repeat(30)}\n`
  const journal = Readable.from(
    (function* () {
      for (let bytes = 0; bytes <= JOURNAL_MOST.bytes; bytes += 1_000 * line.length)
        yield Buffer.from(line.repeat(1_000))
    })(),
  )
  const path = `${place()}.griot`
  const zip = new ZipFile()
  zip.addReadStream(journal, 'journal.jsonl')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  const target = place()
  const looking = readProjectFile(path, target, 'x', tools, stay)
  await expect(looking).rejects.toThrow(refusal(/journal\.jsonl.*far more/))
  expect(existsSync(target)).toBe(false)
})

test('a project file that would fill the disk is refused before it is unpacked', async () => {
  const file = `${place()}.griot`
  await writeProjectFile(openProjectFolder(body(), tools), file, stay)
  const target = place()
  await expect(readProjectFile(file, target, 'x', tools, stay, () => 16e6)).rejects.toMatchObject({
    code: 'storage/full',
    message: expect.stringMatching(/16\.0 MB of the disk are free/),
  })
  expect(existsSync(target)).toBe(false)
})

test('an import is unpacked and tried outside of the projects, and what a program left there is removed', async () => {
  const home = place()
  const { projects, tools: clock } = registryForTests(home)
  projects.prepare()
  const file = `${place()}.griot`
  const lists = ['project.json', 'journal.jsonl', 'versions/000001-by-hand.json']
  const bad = await zipOf(Object.fromEntries(lists.map((name) => [name, 'x'])))
  const before = readdirSync(join(home, 'projects'))
  const damaged = { path: bad, fileName: 'bad.griot' }
  await expect(addProjectFile(projects, damaged, clock.now, stay)).rejects.toThrow(
    refusal(/damaged/),
  )
  expect(readdirSync(join(home, 'projects'))).toEqual(before)
  await writeProjectFile(openProjectFolder(body(), tools), file, stay)
  const added = await addProjectFile(
    projects,
    { path: file, fileName: 'Ìtàn.griot' },
    clock.now,
    stay,
  )
  expect(added.path.startsWith(join(home, 'projects', 'ìtàn-'))).toBe(true)
  expect(textsOf(projects.open(added.id))).toHaveLength(2)
  expect(readdirSync(projects.quarantine)).toEqual([])
  mkdirSync(join(projects.quarantine, 'left'))
  clock.time = Date.now() + 24 * 60 * 60_000
  projects.prepare()
  expect(readdirSync(projects.quarantine)).toEqual([])
})

test('what is no file is no project file, and is not waited for', async () => {
  const pipe = place()
  spawnSync('mkfifo', [pipe])
  await expect(readProjectFile(pipe, place(), 'x', tools, stay)).rejects.toThrow(
    refusal(/not a file/),
  )
})
