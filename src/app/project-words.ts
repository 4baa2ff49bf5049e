import type { DiacriticOverrides } from './diacritic-overrides.ts'
import type { Dictionary } from './dictionary.ts'

/** What is said and written in another way in single projects. */
export interface ProjectWords {
  readonly pronunciations: Pick<Dictionary, 'list' | 'set'>
  readonly diacriticOverrides: Pick<DiacriticOverrides, 'list' | 'accept'>
}

/** Gives a project all pronunciations and accepted marks that another one has for itself. */
export async function copyProjectWords(
  { pronunciations, diacriticOverrides }: ProjectWords,
  from: string,
  to: string,
): Promise<void> {
  for (const { id: _, ...entry } of await pronunciations.list(from))
    if (entry.scope.kind === 'project')
      await pronunciations.set({ ...entry, scope: { kind: 'project', projectId: to } })
  for (const { word, form, scope } of await diacriticOverrides.list(from))
    if (scope.kind === 'project') await diacriticOverrides.accept({ word, form, projectId: to })
}
