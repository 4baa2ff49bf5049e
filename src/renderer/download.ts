import { t } from '#renderer/i18n/i18n.ts'
import { fetchSignedIn } from './session.ts'
import { errorMessage } from './ui/error-message.ts'
import { showError } from './ui/show-error.ts'

/** Downloads a finished file through the browser, at an address that works once. Shows an error if that fails. */
export function download(url: string, fileName: string): void {
  requestTicket(url).then(
    (address) => downloadFrom(address, fileName),
    (error) => showError(t('app:notDownloaded', { name: fileName }), errorMessage(error)),
  )
}

/** Downloads from an address that needs no ticket. */
export function downloadFrom(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}

async function requestTicket(url: string): Promise<string> {
  const answer = await fetchSignedIn(`${url}/ticket`, { method: 'POST' })
  const said: { readonly url: string; readonly detail: string } = await answer.json()
  if (!answer.ok) throw new Error(said.detail)
  return said.url
}
