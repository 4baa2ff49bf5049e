import { t } from '#renderer/i18n/i18n.ts'
import type { DiacriticOverride } from '#shared/diacritics.ts'
import type { Pronunciation, PronunciationDraft } from '#shared/pronunciation.ts'
import { call } from './client.ts'
import { showActionNotice } from './ui/action-notice.tsx'
import { errorMessage } from './ui/error-message.ts'
import { showError } from './ui/show-error.ts'

/** How a word is said: other text, or IPA. */
export type SaidAs = PronunciationDraft['saidAs']

/** Time in which a change can be taken back, in milliseconds. */
const UNDO_MS = 12_000

/** Markup that is said like an entry of the dictionary; see docs/markup.md. */
export function markupOf(saidAs: SaidAs): string {
  return saidAs.kind === 'ipa' ? `[ipa: ${saidAs.ipa}]` : `[say: ${saidAs.text}]`
}

/** How a word is said, for people: IPA between slashes. */
export function saidAsWords(saidAs: SaidAs): string {
  return saidAs.kind === 'ipa' ? `/${saidAs.ipa.replaceAll('/', '')}/` : saidAs.text
}

/** Where an entry or an accepted form counts, in words. */
export function scopeWords({ kind }: Pronunciation['scope']): string {
  return t(kind === 'global' ? 'app:pronunciations.everywhere' : 'app:pronunciations.project')
}

/** Scope of a project, or everywhere. */
export function scopeOf(projectId: string | undefined): Pronunciation['scope'] {
  return projectId === undefined ? { kind: 'global' } : { kind: 'project', projectId }
}

/** Writes an entry of the dictionary, and offers to undo that. Rejects with the reason in words. */
export async function setPronunciation(draft: PronunciationDraft): Promise<void> {
  const { entry, before } = await call('pronunciations.set', draft)
  offerUndo(
    t('app:pronunciations.said', { word: entry.word, as: saidAsWords(entry.saidAs) }),
    t('app:pronunciations.undo'),
    () => (before ? call('pronunciations.change', before) : call('pronunciations.remove', entry)),
  )
}

/** Removes an entry of the dictionary, and offers to bring it back. */
export async function removePronunciation({ id, ...draft }: Pronunciation): Promise<void> {
  await call('pronunciations.remove', { id })
  offerUndo(
    t('app:pronunciations.removed', { word: draft.word }),
    t('app:pronunciations.bringBack'),
    () => call('pronunciations.add', draft),
  )
}

/** Writes a Yoruba word with these marks from now on, and offers to undo that. Rejects with the reason in words. */
export async function acceptForm(
  word: string,
  form: string,
  projectId: string | undefined,
): Promise<void> {
  const scope = projectId === undefined ? {} : { projectId }
  const before = (await call('diacritics.list', scope)).find((known) =>
    isSameForm(known, word, projectId),
  )
  const accepted = await call('diacritics.accept', { word, form, ...scope })
  offerUndo(
    t('app:pronunciations.written', { word: accepted.word, form: accepted.form }),
    t('app:pronunciations.undo'),
    () =>
      before
        ? call('diacritics.accept', { word, form: before.form, ...scope })
        : call('diacritics.forget', { word: accepted.word, ...scope }),
  )
}

function isSameForm(
  { word: known, scope }: DiacriticOverride,
  word: string,
  projectId: string | undefined,
): boolean {
  const bare = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const own = scope.kind === 'project' ? scope.projectId : undefined
  return known === bare && own === projectId
}

/** Forgets the accepted marks of a word, and offers to bring them back. */
export async function forgetForm({ word, form, scope }: DiacriticOverride): Promise<void> {
  const project = scope.kind === 'project' ? { projectId: scope.projectId } : {}
  await call('diacritics.forget', { word, ...project })
  offerUndo(t('app:pronunciations.forgotten', { form }), t('app:pronunciations.bringBack'), () =>
    call('diacritics.accept', { word, form, ...project }),
  )
}

function offerUndo(title: string, action: string, undo: () => Promise<unknown>): void {
  const onAction = (): void => {
    undo().catch((error) => showError(t('app:pronunciations.notUndone'), errorMessage(error)))
  }
  showActionNotice({ id: 'pronunciation', title, action, staysMs: UNDO_MS, onAction })
}
