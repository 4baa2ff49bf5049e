import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { t } from '#renderer/i18n/i18n.ts'
import { useProjects } from './projects-store.ts'

const stays = { color: 'orange', autoClose: false } as const

/** Shows what of a project could not be read and was set aside, until it is closed. */
export function showRepair(notice: string): void {
  notifications.show({ ...stays, title: t('projects:repaired'), message: notice })
}

/** Says why another project was opened than the one that a person expects, with the way to the list, until it is closed. */
export function showInstead(reason: string): void {
  const id = 'project-instead'
  notifications.hide(id)
  notifications.show({
    ...{ ...stays, id, title: t('unsaved:instead') },
    message: (
      <>
        <div>{reason}</div>
        <Button
          size="compact-sm"
          variant="light"
          mt={8}
          onClick={() => {
            notifications.hide(id)
            useProjects.setState({ dialog: 'projects' })
          }}
        >
          {t('unsaved:allProjects')}
        </Button>
      </>
    ),
  })
}
