import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'

/** First controls of the page: they lead past the navigation, to what the screen is for and to the button that speaks. */
export function SkipLinks({ toPlayer }: { readonly toPlayer: boolean }): ReactElement {
  return (
    <>
      <SkipLink words={t('app:skip.content')} focus={focusContent} />
      {toPlayer && <SkipLink words={t('app:skip.player')} focus={focusPlayer} />}
    </>
  )
}

function SkipLink(props: { readonly words: string; readonly focus: () => void }): ReactElement {
  return (
    <a
      className="skip-link"
      // The address names the screen; it stays.
      href={window.location.hash || '#/'}
      onClick={(event) => {
        event.preventDefault()
        props.focus()
      }}
    >
      {props.words}
    </a>
  )
}

/** Focuses the first text box of the script, or the main part of another screen. */
function focusContent(): void {
  const main = document.querySelector<HTMLElement>('main')
  const first = main?.querySelector<HTMLElement>('ol.lines textarea') ?? main
  if (first === main) main?.setAttribute('tabindex', '-1')
  first?.focus()
}

/** Focuses the button that speaks the selected line. */
function focusPlayer(): void {
  document.querySelector<HTMLElement>('.player-panel .primary')?.focus()
}
