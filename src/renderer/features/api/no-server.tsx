import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactElement } from 'react'

/** Notice that no port could be opened, and how to get one. */
export function NoServer(): ReactElement {
  return (
    <section className="notice notice-warning" aria-label="Call the API">
      <IconPlugConnectedX size={24} aria-hidden="true" />
      <div className="notice-text">
        <strong>The API is not available.</strong> Griot could not open a port on this computer.
        Quit Griot and start it again; to choose the port yourself, set the environment variable{' '}
        <code>GRIOT_PORT</code> first. You can still change keys and settings.
      </div>
    </section>
  )
}
