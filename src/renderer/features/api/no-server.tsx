import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactElement } from 'react'

/** Notice that no port could be opened, and how to get one. */
export function NoServer(): ReactElement {
  return (
    <section className="notice notice-warning" aria-label="Call the API">
      <IconPlugConnectedX size={24} aria-hidden="true" />
      <div className="notice-text">
        <strong>The API has no address.</strong> Griot could not open a port on this computer. Quit
        Griot and start it again; to choose the port yourself, set the variable{' '}
        <code>GRIOT_PORT</code> first. Keys and settings can be changed meanwhile.
      </div>
    </section>
  )
}
