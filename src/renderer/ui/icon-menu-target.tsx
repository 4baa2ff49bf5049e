import { ActionIcon, Menu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'

/** Button with an icon that opens the menu around it. `label`: its name. */
export function IconMenuTarget(props: {
  readonly label: string
  readonly children: ReactNode
}): ReactElement {
  return (
    <Menu.Target>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={props.label}
        title={props.label}
      >
        {props.children}
      </ActionIcon>
    </Menu.Target>
  )
}
