import { call } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { load } from '#renderer/ui/loadable.ts'
import { showError } from '#renderer/ui/show-error.ts'
import type { Clip, OwnVoice } from '#shared/clips.ts'
import { deleteClipDraft } from './review/clip-drafts.ts'
import { useVoices } from './voices-store.ts'

/** Reloads everything that the library shows. */
export async function loadLibrary(): Promise<void> {
  await Promise.all([
    load(
      () => call('voices.list', {}),
      (voices) => useVoices.setState({ voices }),
    ),
    loadFavourites(),
    loadClips(),
  ])
}

/** Reloads the recordings from which no voice has been created yet. */
export async function loadClips(): Promise<void> {
  try {
    useVoices.setState({ clips: await call('clips.list', {}) })
  } catch (error) {
    announceUnlessDisconnected(error)
  }
}

/** Sets or clears a favourite. Shown at once, and reverted if it cannot be saved. */
export async function setFavourite(id: string, isFavourite: boolean): Promise<void> {
  showFavourite(id, isFavourite)
  try {
    await call('voices.setFavourite', { id, isFavourite })
  } catch (error) {
    showFavourite(id, !isFavourite)
    showError(t('voices:changes.favouriteNotSaved'), errorMessage(error))
  }
}

function showFavourite(id: string, isFavourite: boolean): void {
  const favourites = new Set(useVoices.getState().favourites)
  if (isFavourite) favourites.add(id)
  else favourites.delete(id)
  useVoices.setState({ favourites })
}

/** Renames a custom voice. Rejects with a message for the user. */
export async function renameVoice(id: string, name: string): Promise<OwnVoice> {
  const voice = await call('voices.rename', { id, name })
  announce(t('voices:changes.renamed', { name: voice.name }))
  await loadLibrary()
  return voice
}

/** Deletes a voice for good. Rejects with a message for the user, in which case the voice still exists. */
export async function deleteVoice(id: string): Promise<void> {
  await call('voices.delete', { id })
  announce(t('voices:changes.deleted'))
  await loadLibrary()
}

/** Discards a recording. Shows an error if that fails. */
export async function discardClip({ clipId }: Pick<Clip, 'clipId'>): Promise<void> {
  try {
    await call('clips.discard', { clipId })
    deleteClipDraft(clipId)
    announce(t('voices:clip.discarded'))
  } catch (error) {
    showError(t('voices:clip.notDiscarded'), errorMessage(error))
  }
  await loadClips()
}

async function loadFavourites(): Promise<void> {
  try {
    useVoices.setState({ favourites: new Set(await call('voices.favourites', {})) })
  } catch (error) {
    announceUnlessDisconnected(error)
  }
}

/** A lost connection has its own notice. */
function announceUnlessDisconnected(error: unknown): void {
  if (!(error instanceof ConnectionLostError)) announce(errorMessage(error))
}
