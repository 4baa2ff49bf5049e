import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { PackStateName } from '#shared/packs.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { makeFolder } from '#storage/make-folder.ts'
import type { Catalog } from './catalog.ts'
import { hashFile } from './hash-file.ts'
import { importPack } from './import-pack.ts'
import { downloadPack, type InstallTools, type PackProgress } from './install-pack.ts'
import { createOutsideChanges } from './outside-changes.ts'
import { downloadProblem, installCommand, isPackId, type Manifest } from './pack-entry.ts'
import {
  bytesIn,
  type PackPlaces,
  packsFolderOf,
  pathInside,
  placesOf,
  plainFile,
  writeJson,
} from './pack-folder.ts'
import type { PackHttp } from './pack-http.ts'
import { createPackLocks } from './pack-lock.ts'
import {
  type Acceptance,
  acceptanceOf,
  type Installed,
  installedIn,
  type RecordedFile,
  recordAcceptance,
  recordProblem,
} from './pack-records.ts'

/** A pack of the catalog, and what is there of it. */
export interface PackState {
  readonly pack: Manifest
  /** `partial`: a download that was not finished. `damaged`: a file is missing or was changed. */
  readonly state: PackStateName
  /** What is wrong with a damaged one, in words. */
  readonly problem: string | undefined
  readonly storedBytes: number
  /** Left out: the licence was not accepted, or its text is another one now. */
  readonly acceptance: Acceptance | undefined
  readonly files: readonly RecordedFile[]
}

/** A pack whose files were compared with their SHA-256, and have not been changed since. */
export interface InstalledPack {
  readonly id: string
  /** The files lie in it under the names of the manifest. */
  readonly folder: string
  readonly manifest: Manifest
}

/** `removing` comes before anything is deleted: who has opened its files lets them go. */
export interface PackChange {
  readonly id: string
  readonly kind: 'accepted' | 'installed' | 'removing' | 'removed' | 'damaged' | 'discarded'
}
export type PackListener = (change: PackChange) => void | Promise<void>

/** The packs of a data folder. Every method throws AppError('pack/catalog') where the catalog cannot be read. */
export interface PackStore {
  /** Every pack of the catalog. Only sizes and times of files are looked at, not their bytes. */
  list(): Promise<readonly PackState[]>
  /** One of them. Throws AppError('pack/not-found'). */
  find(id: string): Promise<PackState>
  /** The text of a pack's licence. Throws AppError('pack/not-found'). */
  licenceText(id: string): Promise<string>
  /** Writes down that a pack's licence was accepted. Throws AppError('pack/licence') where `licence` is another one. */
  accept(id: string, licence: string): Promise<void>
  /** Throws AppError('pack/licence') where a pack's licence was not accepted. */
  requireLicence(id: string): Promise<void>
  /** Throws AppError('pack/not-installed') or ('pack/damaged') where there is nothing that could be compared. */
  requireInstalled(id: string): Promise<void>
  /**
   * Downloads what is missing. Throws AppError('pack/licence'), ('pack/no-source'), ('pack/busy'), ('pack/download'),
   * ('storage/full') and the reason of `signal`; what has arrived is kept.
   */
  install(
    id: string,
    onProgress: (progress: PackProgress) => void,
    signal: AbortSignal,
  ): Promise<void>
  /** Deletes what has arrived of a pack that is not installed. Throws AppError('pack/busy'). */
  discard(id: string): Promise<void>
  /**
   * Installs the pack whose files are in a folder; `id` left out: the only one whose files all are. Answers its id. Throws
   * AppError('pack/incomplete') with what is missing, ('pack/licence'), ('pack/busy'), ('storage/full').
   */
  import(folder: string, id: string | undefined, signal: AbortSignal): Promise<string>
  /** The id of the pack whose files are in a folder. Throws AppError('pack/incomplete'). */
  packIn(folder: string, signal: AbortSignal): Promise<string>
  /** Compares every byte again. Answers the names of files that are missing or wrong. Throws AppError('pack/not-installed'). */
  verify(
    id: string,
    onProgress: (progress: PackProgress) => void,
    signal: AbortSignal,
  ): Promise<readonly string[]>
  /** Deletes a pack and the acceptance of its licence, once the listeners have let go. Throws AppError('pack/busy'). */
  remove(id: string): Promise<void>
  /**
   * A pack that may be opened. Bytes that were changed since they were compared are compared again. Throws
   * AppError('pack/not-installed'), ('pack/damaged') and ('pack/licence').
   */
  folderOf(id: string): Promise<InstalledPack>
  /** Tells a listener of changes. Answers the function that ends that. */
  onChange(listener: PackListener): () => void
  /** Looks what other programs have changed since the last look, and tells the listeners. The first look tells nothing. */
  lookOutside(): Promise<void>
}

export interface PackStoreOptions extends Pick<InstallTools, 'mirror' | 'freeBytes' | 'waitsMs'> {
  readonly home: string
  readonly catalog: Catalog
  /** Opened with the first download. */
  readonly openHttp: () => PackHttp | Promise<PackHttp>
  readonly now: () => Date
  /** Whether packs that may not be used commercially are left unused. */
  readonly commercialOnly?: boolean | undefined
}

/** The packs of a data folder. Nothing is made there before something is installed, and nothing is asked of the network. */
export function createPackStore(options: PackStoreOptions): PackStore {
  const { home, catalog, now } = options
  const withLock = createPackLocks(home)
  const outside = createOutsideChanges(home)
  const listeners = new Set<PackListener>()
  /** Packs that are being removed, as they were before: while some of their files are left, they are not gone. */
  const leaving = new Map<string, PackState>()
  const tell = async (id: string, kind: PackChange['kind']): Promise<void> => {
    // One that cannot let go must not keep the others from it.
    await Promise.allSettled([...listeners].map(async (listener) => listener({ id, kind })))
  }
  const packNamed = async (id: string): Promise<Manifest> => {
    const pack = (await catalog.packs()).find((known) => known.id === id)
    if (pack) return pack
    const what = isPackId(id) ? `"${id}"` : 'that name'
    throw new AppError(
      'pack/not-found',
      `There is no pack called ${what}. "griot models list" shows all.`,
    )
  }
  let removals = 0
  const stateOf = async (pack: Manifest): Promise<PackState> => {
    const [before, state] = [removals, await stateNow(pack)]
    // What was read while files were being deleted is neither the old state nor the new one.
    return leaving.get(pack.id) ?? (removals === before ? state : stateOf(pack))
  }
  const stateNow = async (pack: Manifest): Promise<PackState> => {
    const places = placesOf(home, pack.id)
    const installed = await installedIn(places)
    const acceptance = await acceptanceOf(places, pack, catalog)
    const storedBytes = (await bytesIn(places.files)) + (await bytesIn(places.arriving))
    const common = { pack, storedBytes, acceptance }
    if (installed === undefined) {
      const state = storedBytes > 0 ? 'partial' : 'absent'
      return { ...common, state, problem: undefined, files: [] }
    }
    const problem = await problemOf(pack, places, installed)
    const files = installed === 'damaged' ? [] : installed.files
    return { ...common, state: problem === undefined ? 'installed' : 'damaged', problem, files }
  }
  const requireLicence = async (pack: Manifest): Promise<void> => {
    if (await acceptanceOf(placesOf(home, pack.id), pack, catalog)) return
    throw new AppError(
      'pack/licence',
      `The licence of ${pack.name}, ${pack.licence.id}, has not been accepted here. Read it (griot models show ${pack.id} --licence), and accept it: --accept-licence ${pack.licence.id} on the command line, "accept_licence": "${pack.licence.id}" over HTTP, or on the Models screen.`,
    )
  }
  const record = async (
    pack: Manifest,
    origin: Installed['origin'],
    files: readonly RecordedFile[],
  ): Promise<void> => {
    const { id, revision } = pack
    const installed: Installed = {
      ...{ schema: 1, id, revision, origin, installedAt: now().toISOString() },
      ...{ files: [...files], damaged: [] },
    }
    await writeJson(placesOf(home, id).installed, installed)
    await tell(id, 'installed')
  }
  /** Whatever changes a pack: under its lock, and with failures of the disk in words. */
  const changing = async <T>(
    pack: Pick<Manifest, 'id' | 'name'>,
    what: string,
    work: (places: PackPlaces) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    try {
      makeFolder(packsFolderOf(home))
      return await withLock(
        pack.id,
        () => work(placesOf(home, pack.id)).finally(() => outside.remember(pack.id)),
        signal,
      )
    } catch (error) {
      signal?.throwIfAborted()
      throw describeDiskError(error, `${pack.name} could not be ${what}`)
    }
  }
  /** Compares the bytes of an installed pack; what is wrong is remembered. */
  const compare = async (
    pack: Manifest,
    places: PackPlaces,
    installed: Installed,
    signal: AbortSignal,
    onProgress: (progress: PackProgress) => void = () => undefined,
  ): Promise<readonly string[]> => {
    const totalBytes = installed.files.reduce((sum, { bytes }) => sum + bytes, 0)
    let doneBytes = 0
    const files: RecordedFile[] = []
    const damaged: string[] = []
    for (const file of installed.files) {
      const path = join(places.files, file.name)
      const found = await plainFile(path)
      const onBytes = (bytes: number): void => {
        doneBytes += bytes
        onProgress({ phase: 'checking', doneBytes, totalBytes })
      }
      const isRight =
        found?.size === file.bytes && (await hashFile(path, signal, onBytes)).sha256 === file.sha256
      if (!isRight) damaged.push(file.name)
      files.push({ ...file, mtimeMs: isRight ? (found?.mtimeMs ?? 0) : 0 })
    }
    await writeJson(places.installed, { ...installed, files, damaged })
    if (damaged.length > 0) await tell(pack.id, 'damaged')
    return damaged
  }
  const requireInstalled = async (pack: Manifest): Promise<Installed> => {
    const installed = await installedIn(placesOf(home, pack.id))
    if (installed === 'damaged')
      throw damagedPack(pack, await recordProblem(placesOf(home, pack.id)))
    if (installed) return installed
    throw new AppError(
      'pack/not-installed',
      `${pack.name} is not installed. Install it on the Models screen, or with "${installCommand(pack)}".`,
    )
  }
  return {
    async list() {
      return Promise.all((await catalog.packs()).map(stateOf))
    },
    find: async (id) => stateOf(await packNamed(id)),
    requireLicence: async (id) => requireLicence(await packNamed(id)),
    async requireInstalled(id) {
      await requireInstalled(await packNamed(id))
    },
    licenceText: async (id) => (await catalog.licenceOf(await packNamed(id))).text,
    async accept(id, licence) {
      const pack = await packNamed(id)
      await changing(pack, 'written down as accepted', (places) =>
        recordAcceptance(places, pack, catalog, licence, now()),
      )
      await tell(id, 'accepted')
    },
    async install(id, onProgress, signal) {
      const pack = await packNamed(id)
      await requireLicence(pack)
      const problem = downloadProblem(pack)
      await changing(
        pack,
        'installed',
        async (places) => {
          if ((await stateOf(pack)).state === 'installed') return
          if (problem !== undefined) throw new AppError('pack/no-source', problem)
          await pathInside(places.files, 'file')
          const http = await options.openHttp()
          try {
            const files = await downloadPack(pack, places, { ...options, http, onProgress }, signal)
            await record(pack, 'download', files)
          } finally {
            await http.close()
          }
        },
        signal,
      )
    },
    async discard(id) {
      const pack = await packNamed(id)
      await changing(pack, 'discarded', async (places) => {
        if (await installedIn(places)) {
          await rm(places.arriving, { recursive: true, force: true })
          return
        }
        for (const folder of [places.arriving, places.files])
          await rm(folder, { recursive: true, force: true })
      })
      await tell(id, 'discarded')
    },
    async import(folder, id, signal) {
      const packs = id === undefined ? await catalog.packs() : [await packNamed(id)]
      const { pack, found } = await importPack.find(folder, packs, signal)
      await requireLicence(pack)
      await changing(
        pack,
        'imported',
        async (places) => {
          await rm(places.installed, { force: true })
          const files = await importPack.take(pack, places, found, options.freeBytes, signal)
          await record(pack, 'import', files)
        },
        signal,
      )
      return pack.id
    },
    async packIn(folder, signal) {
      return (await importPack.find(folder, await catalog.packs(), signal)).pack.id
    },
    async verify(id, onProgress, signal) {
      const pack = await packNamed(id)
      return changing(
        pack,
        'checked',
        async (places) => compare(pack, places, await requireInstalled(pack), signal, onProgress),
        signal,
      )
    },
    async remove(id) {
      const pack = await packNamed(id)
      await changing(pack, 'removed', async (places) => {
        await tell(id, 'removing')
        leaving.set(id, await stateOf(pack))
        try {
          // Without its record, what is left after a crash is an unfinished download.
          await rm(places.installed, { force: true })
          await rm(places.folder, { recursive: true, force: true })
        } finally {
          removals++
          leaving.delete(id)
        }
      })
      await tell(id, 'removed')
    },
    async folderOf(id) {
      const pack = await packNamed(id)
      const places = placesOf(home, id)
      const installed = await requireInstalled(pack)
      await requireLicence(pack)
      if (options.commercialOnly && !pack.licence.commercialUse) throw notCommercial(pack)
      const problem = await problemOf(pack, places, installed)
      if (problem !== undefined) throw damagedPack(pack, problem)
      if (!(await isUntouched(places, installed))) {
        const signal = new AbortController().signal
        const damaged = await changing(pack, 'checked', () =>
          compare(pack, places, installed, signal),
        )
        if (damaged.length > 0) throw damagedPack(pack, changedFiles(damaged))
      }
      return { id, folder: places.files, manifest: pack }
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async lookOutside() {
      for (const { id, kind } of await outside.find()) await tell(id, kind)
    },
  }
}

function notCommercial({ id, name, licence }: Manifest): AppError {
  return new AppError(
    'pack/licence',
    `${name} is off: its licence, ${licence.id}, does not allow commercial use, and Griot is set to use only what does (models.commercial-only, GRIOT_COMMERCIAL_ONLY). Install another pack ("griot models list" says which allow it), or remove this one: griot models remove ${id}.`,
  )
}

/** What is wrong with an installed pack, as far as names and sizes tell. */
async function problemOf(
  pack: Manifest,
  places: PackPlaces,
  installed: Installed | 'damaged',
): Promise<string | undefined> {
  if (installed === 'damaged') return recordProblem(places)
  if (installed.damaged.length > 0) return changedFiles(installed.damaged)
  const recorded = new Map(installed.files.map((file) => [file.name, file]))
  const wrong: string[] = []
  for (const { name, sha256 } of pack.files) {
    const file = recorded.get(name)
    if (!file || (sha256 !== null && file.sha256 !== sha256))
      return `The catalog now names another version of ${name}.`
    const found = await plainFile(join(places.files, name))
    if (found?.size !== file.bytes) wrong.push(name)
  }
  return wrong.length > 0 ? changedFiles(wrong) : undefined
}

const changedFiles = (names: readonly string[]): string =>
  `Missing or changed: ${names.join(', ')}.`

/** Whether every file is as it was when its bytes were compared, by its time and size. */
async function isUntouched(places: PackPlaces, { files }: Installed): Promise<boolean> {
  for (const { name, bytes, mtimeMs } of files) {
    const found = await plainFile(join(places.files, name))
    if (found?.size !== bytes || found.mtimeMs !== mtimeMs) return false
  }
  return true
}

function damagedPack(pack: Manifest, problem: string): AppError {
  return new AppError(
    'pack/damaged',
    `${pack.name} is damaged and is not used. ${problem} Install it again on the Models screen, or with "${installCommand(pack)}".`,
  )
}
