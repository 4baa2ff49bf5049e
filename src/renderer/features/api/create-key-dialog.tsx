import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { announce } from '#renderer/ui/announce.tsx'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { SCOPES } from '#shared/access.ts'
import { createKey } from './asking.ts'
import {
  EMPTY_FORM,
  type FieldProblems,
  type KeyForm,
  LIFE_TIMES,
  orderOf,
  SCOPE_WORDS,
} from './key-form.ts'
import { type DialogProps, TokenDialog, type TokenFormProps } from './token-dialog.tsx'

/** A new key: choose what it may do, then see it once. */
export function CreateKeyDialog(props: DialogProps): ReactElement {
  return <TokenDialog {...props} kind="key" title="Create a key" form={KeyFormPart} />
}

function KeyFormPart(props: TokenFormProps): ReactElement {
  const [form, setForm] = useState(EMPTY_FORM)
  const [problems, setProblems] = useState<FieldProblems>({})
  const { isPending, error, run, setError } = useAsyncAction('closes')
  const change = (part: Partial<KeyForm>): void => {
    setForm((before) => ({ ...before, ...part }))
    // What is being mended is not scolded any more.
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))),
    )
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const checked = orderOf(form)
    setError(undefined)
    setProblems('problems' in checked ? checked.problems : {})
    if ('problems' in checked) {
      announce(Object.values(checked.problems).join(' '))
      return
    }
    await run(async () => props.onMade((await createKey(checked.order)).token))
  }
  return (
    <form className="api-form" noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Name"
        description="The program that will use it."
        value={form.name}
        error={problems.name}
        autoComplete="off"
        onChange={(event) => change({ name: event.currentTarget.value })}
        data-autofocus
      />
      <Scopes form={form} problems={problems} change={change} />
      <fieldset className="plain-fieldset">
        <legend className="field-label">Works for</legend>
        <SegmentedControl
          fullWidth
          aria-label="Works for"
          value={String(form.days)}
          data={LIFE_TIMES.map(({ words, days }) => ({ label: words, value: String(days) }))}
          onChange={(value) =>
            change({ days: LIFE_TIMES.find(({ days }) => String(days) === value)?.days })
          }
        />
      </fieldset>
      <TextInput
        label="Account"
        description="Accounts have voices, files and quota of their own. Yours is “owner”."
        value={form.account}
        error={problems.account}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ account: event.currentTarget.value })}
      />
      <InlineError reason={error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Create the key
        </Button>
      </div>
    </form>
  )
}

function Scopes(props: {
  readonly form: KeyForm
  readonly problems: FieldProblems
  readonly change: (part: Partial<KeyForm>) => void
}): ReactElement {
  const { form, problems, change } = props
  return (
    <Checkbox.Group
      label="May"
      value={[...form.scopes]}
      error={problems.scopes}
      onChange={(chosen) => change({ scopes: SCOPES.filter((scope) => chosen.includes(scope)) })}
    >
      <div className="scopes">
        {SCOPES.map((scope) => (
          <Checkbox key={scope} value={scope} label={scope} description={SCOPE_WORDS[scope]} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
