import type { ReactElement } from 'react'

/** First control of the page: leads past the navigation, to what the screen is for. */
export function SkipLink(): ReactElement {
  return (
    <a
      className="skip-link"
      // The address names the screen; it stays.
      href={window.location.hash || '#/'}
      onClick={(event) => {
        event.preventDefault()
        focusContent()
      }}
    >
      Skip to the content
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
