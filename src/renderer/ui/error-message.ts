import { t } from '#renderer/i18n/i18n.ts'
/** Message of an error for the user. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : t('ui:somethingWrong')
}
