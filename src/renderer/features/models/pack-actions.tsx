import { Button, type ButtonProps } from '@mantine/core'
import { type ReactElement, useRef, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { PackSummary } from '#shared/packs.ts'
import { ImportDialog } from './import-dialog.tsx'
import { LicenceDialog } from './licence-dialog.tsx'
import { actOnPack, importPack } from './models-actions.ts'
import { useModels } from './models-store.ts'
import { PackDetailsDialog } from './pack-details-dialog.tsx'
import { isAtWork } from './pack-words.ts'
import { RemoveDialog } from './remove-dialog.tsx'

type Opened = 'details' | 'remove' | 'import' | 'licence-to-install' | 'licence-to-import'

interface Choice extends Pick<ButtonProps, 'variant'> {
  readonly label: string
  readonly act: () => void
}

/** Everything that can be done with a pack now. */
export function PackActions({ pack }: { pack: PackSummary }): ReactElement {
  const { id, name, licence } = pack
  const connected = useConnection().status === 'connected'
  const asksForFolder = useModels((state) => state.asksForFolder)
  const { isPending, error, run } = useAsyncAction('stays')
  const [opened, setOpened] = useState<Opened>()
  // A button that was pressed is often replaced by another one, which takes the focus over.
  const wasPressed = useRef(false)
  const takeFocus = (button: HTMLElement | null): void => {
    if (wasPressed.current) focusIfLost(button)
  }
  const close = (): void => setOpened(undefined)
  const act = (action: Parameters<typeof actOnPack>[0]): void =>
    void run(() => actOnPack(action, id))
  const isAccepted = licence.acceptedAt !== undefined
  const bring = (): void => {
    if (asksForFolder) void run(() => importPack(id))
    else setOpened('import')
  }
  const choices = choicesFor(pack, {
    install: () => (isAccepted ? act('install') : setOpened('licence-to-install')),
    bring: () => (isAccepted ? bring() : setOpened('licence-to-import')),
    act,
    open: setOpened,
  })
  return (
    <>
      <InlineError reason={error} />
      <div className="pack-actions">
        {choices.map(({ label, variant, act: press }, i) => (
          <Button
            key={label}
            ref={i === 0 ? takeFocus : undefined}
            variant={variant ?? 'default'}
            size="sm"
            disabled={!connected || (isPending && variant === 'filled')}
            aria-label={t('models:actions.of', { action: label, name })}
            onClick={() => {
              wasPressed.current = true
              press()
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <PackDetailsDialog pack={pack} opened={opened === 'details'} onClose={close} />
      <RemoveDialog pack={pack} opened={opened === 'remove'} onClose={close} />
      <ImportDialog pack={pack} opened={opened === 'import'} onClose={close} />
      <LicenceDialog
        pack={pack}
        opened={opened === 'licence-to-install' || opened === 'licence-to-import'}
        acceptLabel={t(
          opened === 'licence-to-import'
            ? 'models:licence.acceptAndImport'
            : 'models:licence.acceptAndInstall',
        )}
        onClose={close}
        onAccepted={() => {
          const wasToImport = opened === 'licence-to-import'
          close()
          if (wasToImport) bring()
          else act('install')
        }}
      />
    </>
  )
}

interface Doing {
  readonly install: () => void
  readonly bring: () => void
  readonly act: (action: Parameters<typeof actOnPack>[0]) => void
  readonly open: (dialog: Opened) => void
}

function choicesFor(pack: PackSummary, { install, bring, act, open }: Doing): readonly Choice[] {
  const { state, canDownload, job } = pack
  const details: Choice = {
    label: t('models:actions.details'),
    variant: 'subtle',
    act: () => open('details'),
  }
  const importing: Choice = { label: t('models:actions.import'), act: bring }
  const installing = (label: string): readonly Choice[] =>
    canDownload ? [{ label, variant: 'filled', act: install }] : []
  if (job && isAtWork(job))
    return job.state === 'checking' && state === 'installed'
      ? [details]
      : [
          { label: t('models:actions.pause'), act: () => act('pause') },
          { label: t('models:actions.cancel'), act: () => act('cancel') },
          details,
        ]
  if (state === 'installed')
    return [
      { label: t('models:actions.verify'), act: () => act('verify') },
      { label: t('models:actions.remove'), act: () => open('remove') },
      details,
    ]
  if (state === 'damaged')
    return [
      ...installing(t('models:actions.installAgain')),
      importing,
      { label: t('models:actions.remove'), act: () => open('remove') },
      details,
    ]
  if (state === 'partial')
    return [
      ...installing(t('models:actions.resume')),
      { label: t('models:actions.discard'), act: () => act('cancel') },
      importing,
      details,
    ]
  return [...installing(t('models:actions.install')), importing, details]
}
