import { Button, Loader, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactElement, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { saidAsWords } from '#renderer/pronunciations.ts'
import { ChoiceSelect } from '#renderer/ui/choice-select.tsx'
import { ErrorAlert, InlineError } from '#renderer/ui/error-alert.tsx'
import { languageName } from '#renderer/ui/language-chip.tsx'
import { type Loadable, load } from '#renderer/ui/loadable.ts'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import type { Output } from '#shared/api.ts'
import type { PlannedEntry } from '#shared/pronunciation.ts'
import type { DictionaryFile } from './dictionary-files.ts'

interface ImportDialogProps {
  readonly file: DictionaryFile
  readonly project: { readonly id: string; readonly title: string } | undefined
  readonly onClose: () => void
}

type Plan = Output<'pronunciations.plan'>

/** Shows what a file would change in the dictionary, and imports it when the person says so. */
export function ImportDialog({ file, project, onClose }: ImportDialogProps): ReactElement {
  const [scope, setScope] = useState<'global' | 'project'>('global')
  const [plan, setPlan] = useState<Loadable<Plan>>({ status: 'loading' })
  const { isPending, error, run } = useAsyncAction('closes')
  const { format, text, name } = file
  const projectId = scope === 'project' ? project?.id : undefined
  useEffect(() => {
    let isWanted = true
    const order = { format, text, ...(projectId === undefined ? {} : { projectId }) }
    void load(
      () => call('pronunciations.plan', order),
      (state) => isWanted && setPlan(state),
    )
    return () => {
      isWanted = false
    }
  }, [format, text, projectId])
  const changes = plan.status === 'loaded' ? plan.value.added + plan.value.replaced : 0
  const importAll = async (): Promise<void> => {
    const order = { format, text, ...(projectId === undefined ? {} : { projectId }) }
    const { added, replaced } = await call('pronunciations.import', order)
    notifications.show({
      ...{ color: 'brand', title: t('dictionary:import.done', { name }) },
      message: t('dictionary:import.outcome', { added, replaced }),
    })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('dictionary:import.title', { name })} size={720}>
      <div className="dialog-form dictionary-form">
        {project && (
          <ChoiceSelect
            label={t('dictionary:import.scope')}
            choices={[
              { value: 'global', label: t('dictionary:import.everywhere') },
              {
                value: 'project',
                label: t('dictionary:import.onlyInto', { title: project.title }),
              },
            ]}
            value={scope}
            onChoose={setScope}
          />
        )}
        <PlanView plan={plan} />
        <InlineError reason={error} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('dictionary:import.cancel')}
          </Button>
          <Button loading={isPending} disabled={changes === 0} onClick={() => void run(importAll)}>
            {t('dictionary:import.confirm', { count: changes })}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function PlanView({ plan }: { readonly plan: Loadable<Plan> }): ReactElement {
  if (plan.status === 'loading')
    return (
      <p className="text-secondary" role="status">
        <Loader type="dots" size="sm" aria-hidden="true" /> {t('dictionary:import.reading')}
      </p>
    )
  if (plan.status === 'failed')
    return (
      <ErrorAlert>
        <p className="dictionary-problems">{plan.reason}</p>
      </ErrorAlert>
    )
  const { added, replaced, same, entries } = plan.value
  const more = added + replaced + same - entries.length
  return (
    <>
      <p role="status">{t('dictionary:import.plan', { added, replaced, same })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="dictionary-plan" tabIndex={0} aria-label={t('dictionary:import.label')}>
        <table className="dictionary-table">
          <thead>
            <tr>
              <th scope="col">{t('dictionary:columns.word')}</th>
              <th scope="col">{t('dictionary:import.willBeSaid')}</th>
              <th scope="col">{t('dictionary:import.now')}</th>
              <th scope="col">{t('dictionary:columns.texts')}</th>
              <th scope="col">{t('dictionary:import.change')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <PlannedRow key={JSON.stringify(entry.draft)} entry={entry} />
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 && <p className="text-secondary">{t('dictionary:import.more', { count: more })}</p>}
    </>
  )
}

function PlannedRow({ entry }: { readonly entry: PlannedEntry }): ReactElement {
  const { draft, change, before } = entry
  return (
    <tr data-change={change}>
      <th scope="row">{draft.word}</th>
      <td>{saidAsWords(draft.saidAs)}</td>
      <td>{before ? saidAsWords(before) : '–'}</td>
      <td>{draft.language ? languageName(draft.language) : t('dictionary:anyLanguage')}</td>
      <td>{t(`dictionary:import.changes.${change}`)}</td>
    </tr>
  )
}
