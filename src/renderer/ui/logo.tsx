import type { ReactElement } from 'react'

/** Product logo. */
export function Logo(): ReactElement {
  return (
    <span className="logo">
      <svg width="32" height="32" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <rect width="48" height="48" rx="13" fill="#283274" />
        <g fill="none" stroke="#fdf8ee" strokeWidth="3.4" strokeLinecap="round">
          <path d="M24 11a13 13 0 1 0 13 13" />
          <path d="M24 18a6 6 0 1 0 6 6" />
        </g>
        <circle cx="35" cy="13" r="3.4" fill="#f3c969" />
      </svg>
      <span className="logo-name">Griot</span>
    </span>
  )
}
