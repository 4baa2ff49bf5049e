import { z } from 'zod'
import type { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'

/** Programs of Griot that run a kind of models. */
export const RUNTIMES = ['omnilingual-ctc', 'whisper', 'seq2seq', 'kokoro', 'vits'] as const
export type Runtime = (typeof RUNTIMES)[number]

/** A file of a pack. */
export interface PackFile {
  /** Path inside the pack's folder, with "/" between folders. */
  readonly name: string
  /** In hexadecimal digits; null: only the store knows with what it was compared. */
  readonly sha256: string | null
}

/** A pack of models that lies on this disk. */
export interface InstalledPack {
  readonly id: string
  /** As its catalog calls it, for people. */
  readonly name: string
  readonly task: 'transcription' | 'translation' | 'speech'
  readonly runtime: Runtime
  readonly languages: readonly LanguageCode[]
  readonly folder: string
  readonly files: readonly PackFile[]
  /** Settings of the runtime, which reads them itself. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Under which it may be used: an SPDX identifier. */
  readonly licence?: { readonly id: string; readonly commercialUse: boolean } | undefined
  /** Memory that a process with it may take before it is ended. */
  readonly memoryMegabytes: number
}

/** A pack that is damaged, or whose licence has to be accepted again. */
export interface UnusablePack extends Pick<InstalledPack, 'id' | 'name' | 'task' | 'languages'> {
  /** Says what is wrong, and what to do. */
  readonly problem: AppError
}

/** Where installed packs come from. */
export interface PackSource {
  /** The packs that are ready for use. */
  installed(): Promise<readonly InstalledPack[]>
  /** The packs that are there and cannot be used, with why. */
  unusable(): Promise<readonly UnusablePack[]>
  /** Throws AppError where the pack is not installed, or damaged. */
  folderOf(id: string): Promise<InstalledPack>
  /**
   * Calls `listener` with the id of a pack that must be let go, because it is being removed or was found damaged; waits
   * for what it answers. Answers how to stop that.
   */
  onLeaving(listener: (id: string) => Promise<void>): () => void
}

/** Settings that every runtime knows. */
export const ThreadSettings = z.object({
  /** Threads of one calculation. */
  threads: z.int().min(1).max(8).optional(),
})

/**
 * The one file of a pack whose path ends as `pattern` says; undefined where it has none. Throws an Error where several do.
 */
export function fileLike(
  { id, files }: Pick<InstalledPack, 'id' | 'files'>,
  pattern: RegExp,
): string | undefined {
  const found = files.filter(({ name }) => pattern.test(name))
  if (found.length > 1)
    throw new Error(
      `The pack ${id} has several files of one kind: ${found.map(({ name }) => name).join(', ')}.`,
    )
  return found[0]?.name
}
