import { t } from '#renderer/i18n/i18n.ts'

/** The title of a project as the studio shows it: one without has words instead. */
export function shownTitle(title: string): string {
  return title.trim() || t('projects:untitled')
}
