import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { SettingsForm } from './use-settings-form.ts'

/** Buttons that save or reset a settings form, and why the last save failed. */
export function SaveRow({ form }: { form: SettingsForm }): ReactElement | undefined {
  const connected = useConnection().status === 'connected'
  if (!form.isChanged) return undefined
  return (
    <>
      {form.error !== undefined && (
        <ErrorAlert>{t('verify:signing.notSaved', { reason: form.error })}</ErrorAlert>
      )}
      <div className="signing-save">
        <Button type="submit" disabled={!connected} loading={form.isPending}>
          {t('verify:signing.save')}
        </Button>
        <Button variant="default" onClick={form.reset}>
          {t('verify:signing.discard')}
        </Button>
      </div>
    </>
  )
}
