import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { CheckLexicons } from '#speech/phonemes/phonemize.ts'

const File = z.object({
  /** Path inside `resources/`, with slashes. */
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
})
const Checksums = z.object({ files: z.array(File) })
type File = z.infer<typeof File>

/** List of the files of `resources/` as they were shipped, which lies beside it; build/checksums.ts writes it. */
const CHECKSUMS = 'checksums.json'

/**
 * Compares every file of `resources/` with what was shipped. Answers what was found, in words; throws an Error that names
 * every file that is missing or not the same.
 */
export async function checkResources(resources: string): Promise<string> {
  const files = await readChecksums(resources).catch((cause: unknown) => {
    throw new Error(
      `${join(resources, CHECKSUMS)} is missing or damaged, so that nothing can be compared. ${MENDING}`,
      { cause },
    )
  })
  const wrong = await faultsOf(resources, files)
  if (wrong.length > 0) throw new Error(`${wrong.join('; ')}. ${MENDING}`)
  return `${files.length} files, unchanged`
}

/**
 * Compares the lexicons of each language once with what was shipped, and those with a fault again each time: throws
 * AppError('resource/damaged') that names them. Without checksums nothing can be told here, and the doctor tells that.
 */
export function createLexiconCheck(resources: string): CheckLexicons {
  const good = new Map<LanguageCode, Promise<void>>()
  const check = async (language: LanguageCode): Promise<void> => {
    const files = await readChecksums(resources).catch(() => [])
    const own = files.filter(({ name }) => name.startsWith(`lexicons/${language}-`))
    const wrong = await faultsOf('resources', own, resources)
    if (wrong.length > 0) throw new AppError('resource/damaged', `${wrong.join('; ')}. ${MENDING}`)
  }
  return (language) => {
    const checking = good.get(language) ?? check(language)
    good.set(language, checking)
    checking.catch(() => good.delete(language))
    return checking
  }
}

const MENDING =
  'Install Griot again; who has changed it on purpose runs "npm run checksums" in the checkout.'

/** Each in words, with its path in `shown`: callers of the API do not learn where `folder` is. */
async function faultsOf(
  shown: string,
  files: readonly File[],
  folder = shown,
): Promise<readonly string[]> {
  const faults = await Promise.all(
    files.map(async ({ name, sha256 }) => {
      const bytes = await readFile(join(folder, name)).catch(() => undefined)
      if (!bytes) return `${join(shown, name)} is missing or cannot be read`
      const isSame = createHash('sha256').update(bytes).digest('hex') === sha256
      return isSame ? undefined : `${join(shown, name)} is damaged`
    }),
  )
  return faults.filter((fault) => fault !== undefined)
}

async function readChecksums(resources: string): Promise<readonly File[]> {
  return Checksums.parse(JSON.parse(await readFile(join(resources, CHECKSUMS), 'utf8'))).files
}
