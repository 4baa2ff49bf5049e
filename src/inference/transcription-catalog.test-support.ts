import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tinyPack } from './packs.test-support.ts'

/** Writes a catalog with the tiny recogniser under each of `ids`, as Griot's own describes the large one, into `folder`; returns that. */
export function writeTranscriptionCatalog(
  folder: string,
  ids: readonly string[] = ['tiny-ctc'],
): string {
  const pack = tinyPack('tiny-ctc')
  mkdirSync(join(folder, 'licences'), { recursive: true })
  writeFileSync(join(folder, 'licences/own.txt'), 'You may use it.\n')
  const packs = ids.map((id) => ({
    ...{ id, name: 'Tiny', improves: 'Tests.', runtime: pack.runtime },
    ...{ languages: pack.languages, settings: {}, memoryMegabytes: 600, measured: [] },
    licence: {
      ...{ id: 'Apache-2.0', name: 'A licence', text: 'own.txt', commercialUse: true },
      attribution: 'Griot',
    },
    source: { page: null, revision: null, files: null },
    files: pack.files.map((file) => ({
      ...file,
      bytes: statSync(join(pack.folder, file.name)).size,
    })),
    ...{ isChecked: true, notes: [] },
  }))
  const catalog = { schema: 1, revision: '2026-01-01', task: 'transcription', packs }
  writeFileSync(join(folder, 'transcription.json'), JSON.stringify(catalog))
  return folder
}
