import { Button, Loader, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactElement, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
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

const CHANGES = { add: 'New', replace: 'Replaced', same: 'As it is' } as const

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
      ...{ color: 'brand', title: `“${name}” was imported` },
      message: `${added} added, ${replaced} replaced.`,
    })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Import “${name}”`} size={720}>
      <div className="dialog-form dictionary-form">
        {project && (
          <ChoiceSelect
            label="Words that name no place of their own go"
            choices={[
              { value: 'global', label: 'Everywhere' },
              { value: 'project', label: `Only into “${project.title}”` },
            ]}
            value={scope}
            onChoose={setScope}
          />
        )}
        <PlanView plan={plan} />
        <InlineError reason={error} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isPending} disabled={changes === 0} onClick={() => void run(importAll)}>
            {changes === 1 ? 'Import 1 word' : `Import ${changes} words`}
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
        <Loader type="dots" size="sm" aria-hidden="true" /> Reading the file…
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
      <p role="status">
        {`${added} will be added, ${replaced} will get another pronunciation, ${same} stay as they are.`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="dictionary-plan" tabIndex={0} aria-label="What the import does">
        <table className="dictionary-table">
          <thead>
            <tr>
              <th scope="col">Word</th>
              <th scope="col">Will be said</th>
              <th scope="col">Now</th>
              <th scope="col">Texts</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <PlannedRow key={JSON.stringify(entry.draft)} entry={entry} />
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 && <p className="text-secondary">{`… and ${more.toLocaleString('en')} more.`}</p>}
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
      <td>{draft.language ? languageName(draft.language) : 'Any'}</td>
      <td>{CHANGES[change]}</td>
    </tr>
  )
}
