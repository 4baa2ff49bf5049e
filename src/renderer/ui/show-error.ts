import { notifications } from '@mantine/notifications'

/** Shows an error notification, which is also read aloud, for an action without a place of its own on the screen. */
export function showError(title: string, message: string): void {
  notifications.show({ color: 'orange', title, message })
}
