import type { PackDetails, PackSummary } from '#shared/packs.ts'
import { formatSize } from '#storage/files/format-size.ts'

/** A pack in a list, with tabs between the fields. */
export function summaryLine(pack: PackSummary): string {
  const { id, task, languages, licence, state } = pack
  const use = licence.commercialUse ? 'commercial use' : 'no commercial use'
  const how = pack.canDownload || state === 'installed' ? state : `${state}, by import only`
  return [id, task, languages.join(' '), downloadSize(pack), licence.id, use, how].join('\t')
}

/** Packs for people at a terminal: a heading, and columns below each other. */
export function tableLines(packs: readonly PackSummary[]): readonly string[] {
  const heading = ['ID', 'TASK', 'LANGUAGES', 'SIZE', 'LICENCE', 'COMMERCIAL', 'STATE']
  const rows = [heading, ...packs.map((pack) => summaryLine(pack).split('\t'))]
  const widths = heading.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)))
  return rows.map((cells) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Everything about a pack but the text of its licence, for people. */
export function detailLines(pack: PackDetails): readonly string[] {
  const { licence, source, measured, state, problem } = pack
  const accepted =
    licence.acceptedAt === undefined ? 'not accepted yet' : `accepted ${licence.acceptedAt}`
  const use = licence.commercialUse ? 'yes' : 'no'
  return [
    `${pack.name} (${pack.id})`,
    pack.improves,
    '',
    row('Task', pack.task),
    row('Languages', pack.languages.join(' ')),
    row('State', problem === undefined ? state : `${state}. ${problem}`),
    row('Download', pack.canDownload ? downloadSize(pack) : 'not possible; import a folder'),
    row('On the disk', sizeWords(pack.sizeBytes, pack.isSizeExact)),
    row('Memory', `about ${formatSize(pack.memoryMegabytes * 1e6)} (estimated)`),
    row('Licence', `${licence.id} (${licence.name}), ${accepted}`),
    row('Commercial', use),
    row('By', licence.attribution),
    row('Source', [source.page ?? 'not known', source.revision ?? ''].join(' ').trim()),
    row('Run here', pack.isChecked ? 'yes' : 'not checked'),
    ...(measured.length === 0 ? [row('Figures', 'not checked')] : []),
    ...measured.map(({ what, figure, source: who }) =>
      row('Figure', `${figure}: ${what} (${who})`),
    ),
    ...pack.notes.map((note) => row('Note', note)),
    ...pack.files.map(({ name, bytes, sha256, knownFrom }) => {
      const size = bytes === undefined ? 'size not known' : `${bytes} bytes`
      const hash = sha256 === undefined ? 'SHA-256 not known' : `SHA-256 ${sha256}`
      const from = knownFrom === 'first-use' ? ' (as it was imported)' : ''
      return row('File', `${name}, ${size}, ${hash}${from}`)
    }),
  ]
}

function row(name: string, value: string): string {
  return `${name.padEnd(12)} ${value}`
}

function downloadSize({ downloadBytes, isSizeExact }: PackSummary): string {
  return sizeWords(downloadBytes, isSizeExact)
}

function sizeWords(bytes: number, isExact: boolean): string {
  return isExact ? formatSize(bytes) : `about ${formatSize(bytes)}`
}
