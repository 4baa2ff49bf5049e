import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EndedCommand, lifeOf, runCommand } from './kill-command.ts'
import { type Kills, removeFolder } from './kill-results.ts'

const KILLS = 50
const FILES = { 'onnx/model.onnx': randomBytes(12_000_000), 'tokenizer.json': randomBytes(2_000) }
/** From the start of the command to the kill, in milliseconds. */
const LIFE_MS = { least: 200, most: 1_600 }
const ACCEPT = ['--accept-licence', 'Apache-2.0']
/** A server that sends this much at a time, and then pauses, so that kills meet downloads. */
const PIECE = 1_000_000
const PAUSE_MS = 50

/** A pack that is downloaded, imported and removed: it is there whole or not at all, and as the last command that ended has said. */
export async function killPacks(): Promise<Kills> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-kills-'))
  const server = await serveFiles()
  const place = join(folder, 'files')
  for (const [name, bytes] of Object.entries(FILES)) {
    mkdirSync(join(place, name, '..'), { recursive: true })
    writeFileSync(join(place, name), bytes)
  }
  writeCatalog(join(folder, 'catalog'), server.url)
  const variables = {
    GRIOT_HOME: join(folder, 'data'),
    GRIOT_PACKS_CATALOG: join(folder, 'catalog'),
  }
  const commands: Commands = {
    remove: ['models', 'remove', 'small'],
    install: ['models', 'install', 'small', ...ACCEPT],
    import: ['models', 'import', place, '--pack', 'small', ...ACCEPT],
  }
  const problems: string[] = []
  const counts = { 'packs installed': 0, 'packs removed': 0 }
  let kills = 0
  let isThere = false
  try {
    for (let n = 0; kills < KILLS; n++) {
      const name = isThere ? 'remove' : n % 2 === 0 ? 'install' : 'import'
      const ended = await runCommand(commands[name], variables, lifeOf(LIFE_MS, 0))
      const found = await stateOf(variables)
      problems.push(...wrongAfter(name, ended, found))
      if (ended.wasKilled) kills++
      else counts[isThere ? 'packs removed' : 'packs installed']++
      isThere = found !== 'absent'
    }
  } finally {
    server.close()
    removeFolder(folder)
  }
  return { kills, acknowledged: counts, problems }
}

type Commands = Readonly<Record<'remove' | 'install' | 'import', readonly string[]>>
type PackState = 'absent' | 'whole' | 'damaged'

/** What was killed may have been done or not, but not by half. */
function wrongAfter(
  name: keyof Commands,
  { wasKilled, code, err }: EndedCommand,
  found: PackState,
): readonly string[] {
  if (found === 'damaged') return [`after ${name} a half pack counts as installed`]
  if (wasKilled) return []
  if (code !== 0) return [`${name} fails after a kill: ${err.slice(-200)}`]
  const isRight = found === (name === 'remove' ? 'absent' : 'whole')
  return isRight ? [] : [`${name} has ended, and its work is lost`]
}

/** What the program itself says when it compares every byte. */
async function stateOf(variables: Readonly<Record<string, string>>): Promise<PackState> {
  const { out, code } = await runCommand(['models', 'verify'], variables)
  if (out.includes('No pack is installed')) return 'absent'
  return code === 0 && out.includes('every byte is right') ? 'whole' : 'damaged'
}

function writeCatalog(folder: string, url: string): void {
  mkdirSync(join(folder, 'licences'), { recursive: true })
  writeFileSync(join(folder, 'licences/own.txt'), 'You may use it.\n')
  const pack = {
    ...{ id: 'small', name: 'Pack small', improves: 'Nothing.', runtime: 'seq2seq' },
    languages: ['yo', 'en'],
    licence: {
      ...{ id: 'Apache-2.0', name: 'A licence', text: 'own.txt' },
      ...{ commercialUse: true, attribution: 'Nobody' },
    },
    source: { page: 'https://example.org/', revision: 'abc', files: `${url}/` },
    files: Object.entries(FILES).map(([name, bytes]) => ({
      ...{ name, bytes: bytes.length },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })),
    ...{ settings: {}, memoryMegabytes: 10, measured: [], isChecked: false, notes: [] },
  }
  const catalog = { schema: 1, revision: '2026-01-01', task: 'translation', packs: [pack] }
  writeFileSync(join(folder, 'translation.json'), JSON.stringify(catalog))
}

/** Serves the files, and parts of them, as RFC 9110 says, at the pace of a fast line. */
async function serveFiles(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const bytes = Object.entries(FILES).find(([name]) => request.url === `/${name}`)?.[1]
    if (!bytes) {
      response.writeHead(404).end()
      return
    }
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const rest = bytes.subarray(from)
    const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
    const etag = `"${bytes.length}"`
    response.writeHead(from > 0 ? 206 : 200, {
      ...{ etag, 'content-length': rest.length },
      ...(from > 0 ? range : {}),
    })
    for (let at = 0; at < rest.length && !response.destroyed; at += PIECE) {
      response.write(rest.subarray(at, at + PIECE))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
