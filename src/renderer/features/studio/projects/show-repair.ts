import { notifications } from '@mantine/notifications'

/** Shows what of a project could not be read and was set aside, until it is closed. */
export function showRepair(notice: string): void {
  notifications.show({
    ...{ color: 'orange', title: 'The project was repaired', message: notice, autoClose: false },
  })
}
