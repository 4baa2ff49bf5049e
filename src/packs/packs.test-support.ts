import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { openCatalog } from './catalog.ts'
import { type FileServer, openFileServer, sha256 } from './file-server.test-support.ts'
import { openPackHttp, type PackHttpOptions } from './http-client.ts'
import { createPackStore, type PackStore, type PackStoreOptions } from './store.ts'

/** Fields of a pack that a test says; the others make it one that can be installed from a server. */
export interface PackOrder {
  readonly id?: string
  readonly task?: string
  readonly base: string | null
  readonly files: Readonly<Record<string, Uint8Array>>
  /** Fields of a file that are others than they should be. */
  readonly change?: Readonly<Record<string, object>>
  readonly archive?: object
  readonly licence?: string
}

export const LICENCE = 'You may use it.\n'

/** The entry of a pack of small files. */
export function packOf(order: PackOrder): object {
  const { id = 'small', base, files, change = {}, archive, licence = 'Apache-2.0' } = order
  return {
    ...{ id, name: `Pack ${id}`, improves: 'Makes it better.', runtime: 'seq2seq' },
    languages: ['yo', 'en'],
    licence: {
      ...{ id: licence, name: 'A licence', text: 'own.txt' },
      ...{ commercialUse: false, attribution: 'Àdùkẹ́' },
    },
    source: { page: 'https://example.org/', revision: 'abc', files: base, archive },
    files: Object.entries(files).map(([name, bytes]) => ({
      ...{ name, bytes: bytes.length, sha256: sha256(bytes) },
      ...change[name],
    })),
    ...{ settings: {}, memoryMegabytes: 10, measured: [], isChecked: false, notes: [] },
  }
}

/** Writes a catalog with these packs, each said to translate. */
export function writeCatalog(folder: string, packs: readonly object[]): void {
  mkdirSync(join(folder, 'licences'), { recursive: true })
  writeFileSync(join(folder, 'licences/own.txt'), LICENCE)
  const catalog = { schema: 1, revision: '2026-01-01', task: 'translation', packs }
  writeFileSync(join(folder, 'translation.json'), JSON.stringify(catalog))
}

export interface SmallPack {
  readonly server: FileServer
  readonly home: string
  readonly catalog: string
  readonly files: Readonly<Record<string, Buffer>>
  readonly store: PackStore
  /** Path of a file of the pack in the data folder. */
  readonly at: (name: string) => string
  open(options?: Partial<PackStoreOptions>, http?: PackHttpOptions): PackStore
}

/** A server that has one small pack, and a store whose catalog lists it. */
export async function openSmallPack(change: Partial<PackOrder> = {}): Promise<SmallPack> {
  const folder = mkdtempSync(join(tmpdir(), 'griot àpò ቃላት '))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const server = await openFileServer()
  const files = {
    'onnx/model.onnx': randomBytes(300_000),
    'tokenizer.json': Buffer.from('{"tokens": ["ẹ"]}'),
  }
  for (const [name, bytes] of Object.entries(files)) server.files.set(`/hub/${name}`, bytes)
  const [home, catalog] = [join(folder, 'data'), join(folder, 'catalog')]
  writeCatalog(catalog, [packOf({ base: `${server.url}/hub/`, files, ...change })])
  const open: SmallPack['open'] = (options = {}, http = {}) =>
    createPackStore({
      ...{ home, catalog: openCatalog(catalog), now: () => new Date('2026-02-03T04:05:06Z') },
      openHttp: () => openPackHttp(http),
      mirror: undefined,
      waitsMs: [1, 1, 1],
      ...options,
    })
  const at = (name: string): string => join(home, 'packs/small', name)
  return { server, home, catalog, files, store: open(), at, open }
}

/** Puts files into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, Uint8Array>>): void {
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
}

export const never: AbortSignal = new AbortController().signal
