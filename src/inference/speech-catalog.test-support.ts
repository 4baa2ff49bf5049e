import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tinyPack } from './packs.test-support.ts'

type TinyId = Parameters<typeof tinyPack>[0]

/** Writes a catalog with tiny speech packs, as Griot's own describes the large ones. Answers its folder. */
export function writeSpeechCatalog(folder: string, ids: readonly TinyId[]): string {
  mkdirSync(join(folder, 'licences'), { recursive: true })
  writeFileSync(join(folder, 'licences/own.txt'), 'You may use it.\n')
  const packs = ids.map((id) => {
    const pack = tinyPack(id)
    return {
      ...{ id, name: `Tiny ${id.slice(5)}`, improves: 'Tests.', runtime: pack.runtime },
      ...{ languages: pack.languages, settings: pack.settings, memoryMegabytes: 600 },
      licence: {
        ...{ id: 'CC-BY-NC-4.0', name: 'A licence', text: 'own.txt', commercialUse: false },
        attribution: 'Griot',
      },
      source: { page: null, revision: 'a70f0e45c1cc0df9abdf', files: null },
      files: pack.files.map((file) => ({
        ...file,
        bytes: statSync(join(pack.folder, file.name)).size,
      })),
      ...{ measured: [], isChecked: true, notes: [] },
    }
  })
  const catalog = { schema: 1, revision: '2026-01-01', task: 'speech', packs }
  writeFileSync(join(folder, 'speech.json'), JSON.stringify(catalog))
  return folder
}
