import { Loader } from '@mantine/core'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { type Loadable, load } from '#renderer/ui/loadable.ts'
import type { PackDetails } from '#shared/packs.ts'

/** Everything about a pack, loaded when a dialog needs it. */
export function usePackDetails(id: string): {
  readonly details: Loadable<PackDetails>
  readonly retry: () => void
} {
  const [details, setDetails] = useState<Loadable<PackDetails>>({ status: 'loading' })
  const request = useCallback(
    (): void => void load(() => call('packs.show', { id }), setDetails),
    [id],
  )
  useEffect(request, [request])
  return { details, retry: request }
}

/** What stands in a dialog while the details load, or where they could not be loaded. */
export function DetailsState({
  details,
  retry,
}: ReturnType<typeof usePackDetails>): ReactElement | undefined {
  if (details.status === 'loading')
    return (
      <p className="text-secondary" role="status">
        <Loader type="dots" size="sm" aria-hidden="true" /> {t('models:details.loading')}
      </p>
    )
  if (details.status === 'failed')
    return (
      <ErrorAlert onRetry={retry}>
        {t('models:details.notLoaded', { reason: details.reason })}
      </ErrorAlert>
    )
  return undefined
}

/** The whole text of a licence, which scrolls in its box, also by keyboard. */
export function LicenceText({ name, text }: { name: string; text: string }): ReactElement {
  return (
    <section
      className="licence-text"
      aria-label={t('models:licence.text', { name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {text}
    </section>
  )
}
