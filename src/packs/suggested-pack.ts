import type { LanguageCode } from '#shared/languages/languages.ts'
import { downloadProblem, installCommand, type Manifest } from './pack-entry.ts'
import type { PackStore } from './store.ts'

/**
 * The command that installs the pack of the catalog that suits best whoever has none: one that can be downloaded, then one that
 * knows more languages, then the first. Undefined where no pack does the task, or knows the language. Throws
 * AppError('pack/catalog').
 */
export async function suggestedCommand(
  store: Pick<PackStore, 'list'>,
  task: Manifest['task'],
  language: LanguageCode | undefined,
): Promise<string | undefined> {
  const rank = (pack: Manifest): number =>
    (downloadProblem(pack) === undefined ? 100 : 0) + pack.languages.length
  const [best] = (await store.list())
    .map(({ pack }) => pack)
    .filter((pack) => pack.task === task && (!language || pack.languages.includes(language)))
    .toSorted((one, other) => rank(other) - rank(one))
  return best && installCommand(best)
}
