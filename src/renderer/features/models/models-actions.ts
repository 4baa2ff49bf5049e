import { call } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { load } from '#renderer/ui/loadable.ts'
import type { PackSummary } from '#shared/packs.ts'
import { useModels } from './models-store.ts'
import { endWords } from './pack-words.ts'

/** Loads the list of packs. */
export async function loadPacks(): Promise<void> {
  await load(
    async () => {
      const [packs, { asks }] = await Promise.all([
        call('packs.list', {}),
        call('packs.importAsks', {}),
      ])
      useModels.setState({ asksForFolder: asks })
      return packs
    },
    (packs) => useModels.setState({ packs }),
  )
}

/** Shows a pack as it is now, and announces what has ended. */
export function handlePackChanged(pack: PackSummary): void {
  const { packs } = useModels.getState()
  if (packs.status !== 'loaded') return
  const before = packs.value.find(({ id }) => id === pack.id)
  const value = packs.value.map((known) => (known.id === pack.id ? pack : known))
  useModels.setState({ packs: { status: 'loaded', value } })
  const words = endWords(pack)
  if (before && words !== undefined && words !== endWords(before)) announce(words)
}

/** Accepts the licence that was shown. Rejects with a message for the user. */
export async function acceptLicence({ id, licence }: PackSummary): Promise<void> {
  handlePackChanged(await call('packs.accept', { id, licence: licence.id }))
}

type PackAction = 'install' | 'pause' | 'cancel' | 'verify' | 'remove'

/** Does something with a pack. Rejects with a message for the user. */
export async function actOnPack(action: PackAction, id: string): Promise<void> {
  const pack = await call(`packs.${action}`, { id })
  handlePackChanged(pack)
  if (action === 'verify' && pack.state === 'installed')
    announce(t('models:ended.verified', { name: pack.name }))
}

/** Installs a pack from a folder; without one, the desktop asks for it. Rejects with a message for the user. */
export async function importPack(id: string, folder?: string): Promise<void> {
  handlePackChanged(await call('packs.import', folder === undefined ? { id } : { id, folder }))
}
