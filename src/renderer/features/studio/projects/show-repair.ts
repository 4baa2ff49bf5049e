import { notifications } from '@mantine/notifications'
import { t } from '#renderer/i18n/i18n.ts'

/** Shows what of a project could not be read and was set aside, until it is closed. */
export function showRepair(notice: string): void {
  notifications.show({
    ...{ color: 'orange', title: t('projects:repaired'), message: notice, autoClose: false },
  })
}
