import { access, constants, stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { dirname } from 'node:path'
import { type Confinement, confinementOf } from '#media/confinement.ts'
import { findFfmpeg } from '#media/ffmpeg.ts'
import { checkPacks } from '#packs/check-packs.ts'
import { packSettingsOf } from '#packs/pack-settings.ts'
import { openPackStore } from '#packs/packs.ts'
import { activeKeys } from '#provenance/signing-state.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { isCommercialOnly } from '#shared/commercial-only.ts'
import { AppError } from '#shared/errors.ts'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { peakOf } from '#speech/dsp/level.ts'
import { checkModels } from '#speech/integrity/models.ts'
import { checkResources } from '#speech/integrity/resources.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { modelLicences } from '#speech/models/catalog.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import type { LocalSpeaker } from '#speech/speaker.ts'
import { openBlobs } from '#storage/blobs/open-blobs.ts'
import { checkPermissions } from '#storage/check-permissions.ts'
import { checkLibrary } from '#storage/library-check.ts'
import { libraryState } from '#storage/library-state.ts'
import { DEFAULT_PORT, type Environment, portOf } from './environment.ts'

interface Check {
  readonly name: string
  /** Answers the findings in a few words, or throws an Error that says what to do. */
  run(environment: Environment, stop: AbortSignal, isDeep: boolean): Promise<string | Finding>
}

/** Findings in a few words, and for programs. */
interface Finding {
  readonly words: string
  readonly details: Readonly<Record<string, unknown>>
}

const OLDEST_NODE = 22
const LEAST_FREE_BYTES = 500e6

const CHECKS: readonly Check[] = [
  { name: 'Node', run: async () => checkNode() },
  { name: 'Data folder', run: ({ home }) => checkFolder(home) },
  { name: 'Permissions', run: ({ home }) => checkPermissions(home) },
  { name: 'Library', run: checkLibraryAndStore },
  { name: 'Identity', run: async ({ home }) => checkIdentity(home) },
  { name: 'Disk', run: ({ home }) => checkDisk(home) },
  { name: 'ffmpeg', run: ({ ffmpeg }) => checkFfmpeg(ffmpeg) },
  { name: 'Port', run: ({ port }) => checkPort(port ?? DEFAULT_PORT) },
  { name: 'Studio', run: ({ studio }) => checkStudio(studio) },
  { name: 'Resources', run: ({ resources }) => checkResources(resources) },
  { name: 'Models', run: ({ resources }) => checkModels(resources) },
  { name: 'Licences', run: ({ models }) => licencesOfModels(models) },
  { name: 'Packs', run: checkInstalledPacks },
  { name: 'Speech', run: checkSpeech },
  { name: 'Signing key', run: checkSigning },
]

/** The files of a server that keeps them elsewhere are not compared one by one; that they can be reached is known. */
async function checkLibraryAndStore({ home, blobs: address, given }: Environment): Promise<string> {
  if (address === undefined) return checkLibrary(home)
  const found = await checkLibrary(home, { isAlone: true })
  const blobs = await openBlobs(address, given)
  try {
    await blobs.check()
  } finally {
    blobs.close()
  }
  return `${found}; its files lie elsewhere (GRIOT_BLOBS), where Griot can read and write`
}

/**
 * Prints a line for each check, and a last one that sums them up, or with `isJson` all of them as JSON. `isDeep`: compares every byte
 * of installed packs. Answers whether all is well.
 */
export async function examine(
  environment: Environment,
  stop: AbortSignal,
  { isDeep, isJson }: { readonly isDeep: boolean; readonly isJson: boolean },
): Promise<boolean> {
  const found: (Partial<Finding> & { readonly name: string; readonly ok: boolean })[] = []
  for (const { name, run } of CHECKS) {
    const { ok, words, ...rest } = await outcome(() => run(environment, stop, isDeep))
    found.push({ name, ok, words, ...rest })
    if (!isJson) console.log(`${ok ? '✓' : '✗'} ${name.padEnd(12)} ${words}`)
  }
  const failed = found.filter(({ ok }) => !ok).length
  if (isJson) console.log(JSON.stringify({ ok: failed === 0, checks: found }, null, 1))
  else console.log(failed === 0 ? 'All is well.' : `${failed} of ${CHECKS.length} need attention.`)
  return failed === 0
}

async function outcome(
  run: () => Promise<string | Finding>,
): Promise<{ readonly ok: boolean; readonly words: string } & Partial<Finding>> {
  try {
    const found = await run()
    return { ok: true, ...(typeof found === 'string' ? { words: found } : found) }
  } catch (error) {
    return { ok: false, words: error instanceof Error ? error.message : String(error) }
  }
}

function checkNode(): string {
  const { node } = process.versions
  if (Number.parseInt(node, 10) >= OLDEST_NODE) return node
  throw new Error(
    `${node} is too old. Start Griot through npm (npm start, npm run griot), which uses the Node of this project.`,
  )
}

/** The first start creates a data folder that does not exist; then the folder above it must be writable. */
async function checkFolder(home: string): Promise<string> {
  try {
    const found = await nearestFolder(home)
    await access(found, constants.W_OK | constants.X_OK)
    return found === home ? home : `${home} will be created at the first start`
  } catch (error) {
    throw new Error(
      `${home} is not writable (${String(error)}). Repair its permissions, or set GRIOT_HOME to another folder.`,
    )
  }
}

/** The folder itself, or the nearest one above it that exists. Throws where something on the way is not a folder. */
async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(path) === path) throw error
    return undefined
  })
  if (!found) return nearestFolder(dirname(path))
  if (!found.isDirectory()) throw new Error(`${path} is not a folder`)
  return path
}

/** Identity of the library, and whether the files on the disk belong to it. Throws an Error that says what to do. */
function checkIdentity(home: string): string {
  const state = libraryState(home)
  if (!state) return 'none yet: it is created at the first start'
  const { identity, generation, ownership, lost } = state
  // No studio or server has been started there since Griot was updated.
  if (ownership.kind === 'unmarked' && generation === 0)
    return 'its folders are marked at the next start'
  if (ownership.kind !== 'own') throw new Error(ownership.message)
  const kept = lost.length === 0 ? '' : `; lost+found holds ${lost.length} (see "griot recover")`
  return `${identity.slice(0, 8)}, generation ${generation}${kept}`
}

async function checkDisk(home: string): Promise<string> {
  const { bavail, bsize } = await nearestFolder(home)
    .then((folder) => statfs(folder))
    .catch((error) => {
      throw new Error(`unknown until the data folder can be used (${error}).`)
    })
  const free = bavail * bsize
  const words = `${(free / 1e9).toFixed(1)} GB free`
  if (free >= LEAST_FREE_BYTES) return words
  throw new Error(`only ${words}. Free some space, or set GRIOT_HOME to a folder on another disk.`)
}

/** Which ffmpeg reads the recordings of strangers, how old it is, under which licence it was built, and how it is confined. */
async function checkFfmpeg(places: Environment['ffmpeg']): Promise<Finding> {
  const { version, year, licence, path, source, tried } = await findFfmpeg(places)
  const { namespaces, hasLimits } = await confinementOf(path)
  const age = year === undefined ? undefined : new Date().getFullYear() - year
  const isOld = age === undefined || age >= OLD_FFMPEG_YEARS
  const isRedistributable = !licence.includes('nonfree')
  const words = [
    `${version} of ${year ?? 'an unknown year'}, ${licence}, ${path}, from ${source} (${RULE_OF_FFMPEG})`,
    isOld ? 'it is old, and newer ones have fewer faults: put ffmpeg 5 or later on the PATH' : [],
    isRedistributable ? [] : 'its licence does not allow passing it on',
    `recordings are decoded ${confinementWords(namespaces, hasLimits)}`,
    tried.length > 0 ? `not taken: ${tried.join('; ')}` : [],
  ]
  return {
    words: words.flat().join('; '),
    details: {
      ...{ version, year: year ?? null, licence, isRedistributable, isOld, path, source },
      ...{ namespaces: namespaces ?? null, hasLimits, notTaken: tried },
    },
  }
}

const OLD_FFMPEG_YEARS = 5
const RULE_OF_FFMPEG = 'FFMPEG_PATH, or the newest one'

function confinementWords(namespaces: Confinement['namespaces'], hasLimits: boolean): string {
  const network =
    namespaces === undefined
      ? 'without namespaces, because neither bwrap nor unshare works here'
      : `without network (${namespaces})`
  return `${network}, ${hasLimits ? 'with limits of memory and time (prlimit)' : 'without limits of the system'}`
}

async function checkPort(wanted: string): Promise<string> {
  const port = portOf(wanted)
  if (await answersAsGriot(port)) return `${port}: Griot is already serving there`
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    return `${port} is free`
  } catch {
    throw new Error(
      `${port} is used by another program. Choose another port with --port or GRIOT_PORT.`,
    )
  } finally {
    server.close()
  }
}

async function answersAsGriot(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`, {
      signal: AbortSignal.timeout(2_000),
    })
    const { info } = (await answer.json()) as { info?: { title?: string } }
    return info?.title?.includes('Griot') === true
  } catch {
    return false
  }
}

async function checkStudio(studio: string): Promise<string> {
  try {
    await access(studio)
    return studio
  } catch {
    throw new Error('not built. Run "npm run build" (npm start does it by itself).')
  }
}

/** Which models may not be used commercially, and whether they are used. */
async function licencesOfModels(models: string): Promise<string> {
  const limited = [...(await modelLicences(models))]
    .filter(([, { commercialUse }]) => !commercialUse)
    .map(([id, licence]) => `${id} (${licence.id})`)
    .join(', ')
  return isCommercialOnly()
    ? `only what may be used commercially; off: ${limited}`
    : `not for commercial use: ${limited}; "griot settings set models.commercial-only on" turns them off`
}

async function checkInstalledPacks(
  { home, resources, variables }: Environment,
  signal: AbortSignal,
  isDeep: boolean,
): Promise<string> {
  const store = openPackStore({
    ...{ home, resources, settings: packSettingsOf(variables), now: () => new Date() },
  })
  // In a container, less than the machine has.
  const most = process.constrainedMemory() || Number.POSITIVE_INFINITY
  const memory = {
    total: Math.min(totalmem(), most),
    free: Math.min(process.availableMemory(), most),
  }
  const { commercialOnly } = packSettingsOf(variables)
  return checkPacks({ home, store, isDeep, commercialOnly, memory, signal })
}

/** Speaks a greeting in every language with its default voice. The fault of one language does not hide the others. */
async function checkSpeech({ resources }: Environment, stop: AbortSignal): Promise<string> {
  const startedAt = performance.now()
  const speaker = await openSpeaker(resources)
  const heard: string[] = []
  const faults: string[] = []
  for (const { code, name } of LANGUAGES)
    try {
      heard.push(`${code} ${(await secondsOf(speaker, code, stop)).toFixed(1)}`)
    } catch (error) {
      stop.throwIfAborted()
      faults.push(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  if (faults.length > 0) throw new Error(faults.join(' '))
  const took = Math.round(performance.now() - startedAt)
  return `${heard.join(', ')} s of sound, ${took} ms after loading began`
}

/** Length in seconds of the greeting that the default voice of this language speaks. */
async function secondsOf(
  { speak }: Pick<LocalSpeaker, 'speak'>,
  language: LanguageCode,
  stop: AbortSignal,
): Promise<number> {
  const voice = languageFor(language).defaultVoice
  const { hello: text } = languageFor(language)
  let samples = 0
  let peak = 0
  for await (const chunk of speak({ text, voice, language, speed: 1 }, stop)) {
    samples += chunk.samples.length
    peak = Math.max(peak, peakOf(chunk.samples))
  }
  if (peak === 0) throw new AppError('speech/failed', 'the voice is silent. Install Griot again.')
  return samples / SAMPLE_RATE
}

/** Makes no key where there is none: the first sound that is signed does that. */
async function checkSigning({ home, signingKey }: Environment): Promise<string> {
  const keys = await activeKeys(home, signingKey, new Date())
  const [first, ...others] = keys.map(({ origin, certificate }) => {
    return `${origin}: ${certificate.subject}, valid until ${certificate.notAfter.slice(0, 10)}`
  })
  return [first ?? 'none yet: it is created when something is first signed', ...others].join('; ')
}
