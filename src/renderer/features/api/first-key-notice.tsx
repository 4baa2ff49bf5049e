import { CloseButton } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { type ReactElement, useEffect } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import { markFirstKeyShown } from './api-actions.ts'
import { useApi } from './api-store.ts'
import { detectShell } from './detect-shell.ts'
import { curlCommand } from './example-code.ts'
import { useFirstKey } from './use-known-tokens.ts'

/** Notice with the API key created at this start, and a command that uses it: shown once, when the API screen is first opened. */
export function FirstKeyNotice(): ReactElement | undefined {
  const about = useApi((state) => state.about)
  const key = useFirstKey()
  const apiUrl = about.status === 'loaded' ? about.value.apiUrl : undefined
  const isShown = key !== undefined && apiUrl !== undefined
  useEffect(() => {
    if (isShown) void markFirstKeyShown()
  }, [isShown])
  if (key === undefined || apiUrl === undefined) return undefined
  const curl = curlCommand({ apiUrl, key, shell: detectShell() })
  return (
    <section className="notice" aria-label={t('api:firstKey.label')}>
      <IconKey size={24} aria-hidden="true" />
      <div className="notice-text">
        <RichText text="api:firstKey.text" parts={{ strong: <strong /> }} />
        <div className="notice-code">
          <code>{key}</code>
          <CopyButton value={key} label={t('api:firstKey.copy')} />
        </div>
        <div className="notice-code">
          <code>{curl}</code>
          <CopyButton value={curl} label={t('api:firstKey.copyCurl')} />
        </div>
      </div>
      <CloseButton aria-label={t('api:firstKey.dismiss')} onClick={dismiss} />
    </section>
  )
}

/** Dismisses the notice and moves the focus to the content of the screen. */
function dismiss(): void {
  useApi.setState({ firstKeyDismissed: true })
  const main = document.querySelector('main')
  const next = main?.querySelector<HTMLElement>('textarea') ?? main?.querySelector('button')
  next?.focus()
}
