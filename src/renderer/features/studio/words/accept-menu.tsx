import { Button, Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { useStudio } from '#renderer/features/studio/studio-store.ts'

/** Where a reading can be accepted. */
export interface Acceptance {
  /** Writes it into the line. */
  readonly inLine: () => void
  /** Keeps it for a project or, without one, everywhere; left out: only the line can have it. */
  readonly inScope?: (projectId: string | undefined) => void
}

/** Button with the places for which a reading can be accepted. */
export function AcceptMenu(
  props: Acceptance & { readonly name: string; readonly disabled?: boolean },
): ReactElement {
  const { name, disabled = false, inLine, inScope } = props
  const projectId = useStudio(({ scriptId }) => scriptId)
  return (
    <Menu position="bottom-end" shadow="md" withinPortal={false}>
      <Menu.Target>
        <Button size="compact-sm" variant="light" disabled={disabled} aria-label={`Use: ${name}`}>
          Use
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={inLine}>In this line</Menu.Item>
        {inScope && projectId !== undefined && (
          <Menu.Item onClick={() => inScope(projectId)}>In this project</Menu.Item>
        )}
        {inScope && <Menu.Item onClick={() => inScope(undefined)}>Everywhere</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
