import { type KnownVoices, readCustomVoices } from '#app/open-custom-voices.ts'
import { OWNER } from '#shared/access.ts'
import { isCustomVoiceId } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { systemVoice } from '#speech/engines/registry.ts'
import type { Consent, StoredVoice } from '#storage/db/voices.ts'
import { UsageError } from './help.ts'
import { plain } from './verdict-lines.ts'

/** A voice that a person has named. */
export type FoundVoice =
  | { readonly kind: 'system'; readonly voice: VoiceInfo }
  | { readonly kind: 'own'; readonly voice: StoredVoice }
  /** Of one that was deleted, what was agreed to is left. */
  | { readonly kind: 'deleted'; readonly id: string; readonly consent: Consent }

/** A voice by its id, or one's own by its name where no other is called so. Throws AppError('voice/not-found'), UsageError. */
export function findVoice(known: KnownVoices, asked: string): FoundVoice {
  const id = asked.trim().toLowerCase()
  const system = systemVoice(id)
  if (system) return { kind: 'system', voice: system }
  const voice = known.find(OWNER, id) ?? ownByName(known, asked)
  if (voice) return { kind: 'own', voice }
  const consent = known.consent(id)
  if (consent?.account === OWNER) return { kind: 'deleted', id, consent }
  throw new AppError(
    'voice/not-found',
    `There is no voice "${plain(asked.slice(0, 80))}". "griot voices list" shows what there is.`,
  )
}

/**
 * The id of a voice as "griot say" takes it: one's own may be called by its name. What nobody is called stays as it was
 * asked, for whoever speaks to say so. Throws UsageError where several are called so.
 */
export function voiceIdOf(home: string, asked: string): string {
  const id = asked.trim().toLowerCase()
  if (systemVoice(id)) return id
  if (isCustomVoiceId(id)) return id
  const known = readCustomVoices(home)
  try {
    return ownByName(known, asked)?.id ?? asked.trim()
  } finally {
    known.close()
  }
}

function ownByName({ list }: KnownVoices, asked: string): StoredVoice | undefined {
  const named = list(OWNER).filter(({ name }) => folded(name) === folded(asked))
  if (named.length < 2) return named[0]
  const ids = named.map(({ id, createdAt }) => `${id} (made ${createdAt})`).join(', ')
  throw new UsageError(
    `${named.length} of your voices are called "${plain(asked.trim())}": say which by its id: ${ids}.`,
  )
}

/** The same for whoever types a name on whatever keyboard. */
const folded = (name: string): string => name.trim().normalize('NFC').toLowerCase()
