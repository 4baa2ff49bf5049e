import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { call } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { useProjects } from './projects-store.ts'

const stays = { color: 'orange', autoClose: false } as const

/** Shows what of a project could not be read and was set aside, until a person closes it. */
export function showRepair(projectId: string, notice: string): void {
  notifications.show({
    ...{ ...stays, id: `repaired ${projectId} ${notice}` },
    ...{ title: t('projects:repaired'), message: notice },
    onClose: () => void call('script.dismissNotice', { projectId, notice }).catch(ignoreLoss),
  })
}

/** A notice whose dismissal was not heard is shown once more. */
function ignoreLoss(error: unknown): void {
  if (!(error instanceof ConnectionLostError)) announce(errorMessage(error))
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
