import { Button, Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'

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
        <Button
          size="compact-sm"
          variant="light"
          disabled={disabled}
          aria-label={t('words:use.reading', { name })}
        >
          {t('words:use.short')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={inLine}>{t('words:use.inLine')}</Menu.Item>
        {inScope && projectId !== undefined && (
          <Menu.Item onClick={() => inScope(projectId)}>{t('words:use.inProject')}</Menu.Item>
        )}
        {inScope && (
          <Menu.Item onClick={() => inScope(undefined)}>{t('words:use.everywhere')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
