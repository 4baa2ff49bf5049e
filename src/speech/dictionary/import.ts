import { AppError } from '#shared/errors.ts'
import type { PronunciationDraft } from '#shared/pronunciation.ts'
import { checked, problemOf } from './check.ts'
import { foldWord } from './fold.ts'

/** An entry of a file as it stands there, not checked yet, or what is wrong with its line. */
export type FoundEntry =
  | { readonly line: number; readonly draft: unknown }
  | { readonly line: number; readonly problem: string }

/** Problems that are told at once; a person mends a few lines at a time. */
const MOST_TOLD = 20

/** The entries of a file, all of them good. Throws AppError('dictionary/invalid') that tells what is wrong line by line. */
export function checkFound(found: readonly FoundEntry[]): readonly PronunciationDraft[] {
  const drafts: PronunciationDraft[] = []
  const problems: string[] = []
  const lines = new Map<string, number>()
  for (const entry of found) {
    const draft = 'draft' in entry ? draftOrProblem(entry.draft) : entry.problem
    if (typeof draft === 'string') problems.push(`Line ${entry.line}: ${draft}`)
    else {
      const key = identityOf(draft)
      const earlier = lines.get(key)
      if (earlier === undefined) drafts.push(draft)
      else problems.push(`Line ${entry.line}: "${draft.word}" is in line ${earlier} already.`)
      lines.set(key, earlier ?? entry.line)
    }
  }
  if (problems.length === 0) return drafts
  const more = problems.length - MOST_TOLD
  const shown = problems.slice(0, MOST_TOLD).concat(more > 0 ? [`… and ${more} more.`] : [])
  throw new AppError('dictionary/invalid', `Nothing was imported.\n${shown.join('\n')}`)
}

function draftOrProblem(draft: unknown): PronunciationDraft | string {
  try {
    return checked(draft)
  } catch (error) {
    return problemOf(error)
  }
}

function identityOf({ word, scope, language, caseSensitive }: PronunciationDraft): string {
  const project = scope.kind === 'project' ? scope.projectId : ''
  const key = caseSensitive ? word : foldWord(word)
  return [key, project, language ?? '', caseSensitive].join('\n')
}
