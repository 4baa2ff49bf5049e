import { call } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { load } from '#renderer/ui/loadable.ts'
import { showError } from '#renderer/ui/show-error.ts'
import { useHistory } from './files-store.ts'

/** Entries that are loaded at a time. */
const PAGE = 100

/** Loads the newest entries that match the search, and what this computer was measured at. */
export async function loadHistory(): Promise<void> {
  const { search, source } = useHistory.getState()
  const isWanted = (): boolean => {
    const now = useHistory.getState()
    return now.search === search && now.source === source
  }
  await load(
    async () => {
      const [page, measured] = await Promise.all([
        call('history.list', { search, limit: PAGE, ...(source !== '' && { source }) }),
        call('history.measured', {}),
      ])
      if (isWanted()) useHistory.setState({ measured })
      return page
    },
    (page) => isWanted() && useHistory.setState({ page }),
  )
}

/** Loads older entries below those that are shown. */
export async function loadOlder(): Promise<void> {
  const { page, search, source } = useHistory.getState()
  const last = page.status === 'loaded' ? page.value.entries.at(-1) : undefined
  if (page.status !== 'loaded' || !last) return
  try {
    const more = await call('history.list', {
      ...{ search, limit: PAGE, before: last.id },
      ...(source !== '' && { source }),
    })
    if (useHistory.getState().page !== page) return
    const entries = [...page.value.entries, ...more.entries]
    useHistory.setState({ page: { status: 'loaded', value: { ...more, entries } } })
    announce(t('files:history.moreLoaded', { count: more.entries.length }))
  } catch (error) {
    showError(t('files:history.olderNotLoaded'), errorMessage(error))
  }
}

/** Forgets the whole history. Rejects with a message for the user. */
export async function clearHistory(): Promise<void> {
  const { cleared } = await call('history.clear', {})
  announce(t('files:history.cleared', { count: cleared }))
  await loadHistory()
}
