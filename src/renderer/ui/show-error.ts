import { notifications } from '@mantine/notifications'

/** What was asked for was not done, and no place on the screen is there to say so: shown for a while and read aloud. */
export function showError(title: string, message: string): void {
  notifications.show({ color: 'orange', title, message })
}
