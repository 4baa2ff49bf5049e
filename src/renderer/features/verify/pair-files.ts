import { t } from '#renderer/i18n/i18n.ts'

/** File to verify, with the manifest beside it if there is one. */
export interface FileToVerify {
  readonly file: File
  readonly sidecar?: File
}

/** Result of pairing: files to verify, and messages about rejected ones. */
export interface Pairing {
  readonly pairs: readonly FileToVerify[]
  readonly rejections: readonly string[]
}

const SIDECAR = /\.c2pa$/i

/**
 * Pairs each `.c2pa` file with its audio file: `talk.webm` with `talk.c2pa` or `talk.webm.c2pa`. A single file and a
 * single manifest are paired whatever their names, since browsers rename repeated downloads.
 */
export function pairFiles(files: readonly File[]): Pairing {
  const audioFiles = files.filter(({ name }) => !SIDECAR.test(name))
  const sidecars = files.filter(({ name }) => SIDECAR.test(name))
  const [onlyFile, ...otherFiles] = audioFiles
  const [onlySidecar, ...otherSidecars] = sidecars
  if (onlyFile && onlySidecar && otherFiles.length + otherSidecars.length === 0)
    return { pairs: [{ file: onlyFile, sidecar: onlySidecar }], rejections: [] }
  const pairs = audioFiles.map((file): FileToVerify => {
    const sidecar = sidecars.find((candidate) => belongsTo(candidate.name, file.name))
    return sidecar ? { file, sidecar } : { file }
  })
  const used = new Set(pairs.map(({ sidecar }) => sidecar))
  const refusals = sidecars
    .filter((sidecar) => !used.has(sidecar))
    .map(({ name }) => t('verify:problems.manifestAlone', { name }))
  return { pairs, rejections: refusals }
}

function belongsTo(sidecarName: string, fileName: string): boolean {
  const stem = sidecarName.replace(SIDECAR, '').toLowerCase()
  const name = fileName.toLowerCase()
  return stem === name || stem === name.replace(/\.[^.]+$/, '')
}
