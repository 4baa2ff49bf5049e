import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { SCOPES } from '#shared/access.ts'
import { createKey } from './api-actions.ts'
import {
  EMPTY_FORM,
  type FieldErrors,
  type KeyForm,
  LIFETIMES,
  lifetimeWords,
  parseKeyForm,
} from './key-form.ts'
import { type DialogProps, TokenDialog, type TokenFormProps } from './token-dialog.tsx'

/** Dialog that creates a key and then shows it once. */
export function CreateKeyDialog(props: DialogProps): ReactElement {
  return <TokenDialog {...props} kind="key" title={t('api:create.key')} form={KeyFormFields} />
}

function KeyFormFields(props: TokenFormProps): ReactElement {
  const [form, setForm] = useState(EMPTY_FORM)
  const [errors, setErrors] = useState<FieldErrors>({})
  const { isPending, error, run, setError } = useAsyncAction('closes')
  const change = (part: Partial<KeyForm>): void => {
    setForm((before) => ({ ...before, ...part }))
    // A field that is being edited no longer shows its error.
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))),
    )
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const parsed = parseKeyForm(form)
    setError(undefined)
    setErrors('errors' in parsed ? parsed.errors : {})
    if ('errors' in parsed) {
      announce(Object.values(parsed.errors).join(' '))
      return
    }
    await run(async () => props.onCreated((await createKey(parsed.draft)).token))
  }
  return (
    <form className="api-form" noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label={t('api:create.name')}
        description={t('api:create.nameHint')}
        value={form.name}
        error={errors.name}
        autoComplete="off"
        onChange={(event) => change({ name: event.currentTarget.value })}
        data-autofocus
      />
      <Scopes form={form} errors={errors} change={change} />
      <fieldset className="plain-fieldset">
        <legend className="field-label">{t('api:create.expiresAfter')}</legend>
        <SegmentedControl
          fullWidth
          aria-label={t('api:create.expiresAfter')}
          value={String(form.days)}
          data={LIFETIMES.map((days) => ({ label: lifetimeWords(days), value: String(days) }))}
          onChange={(value) => change({ days: LIFETIMES.find((days) => String(days) === value) })}
        />
      </fieldset>
      <TextInput
        label={t('api:create.account')}
        description={t('api:create.accountHint')}
        value={form.account}
        error={errors.account}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ account: event.currentTarget.value })}
      />
      <InlineError reason={error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={props.onCancel}>
          {t('api:cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('api:create.createKey')}
        </Button>
      </div>
    </form>
  )
}

function Scopes(props: {
  readonly form: KeyForm
  readonly errors: FieldErrors
  readonly change: (part: Partial<KeyForm>) => void
}): ReactElement {
  const { form, errors, change } = props
  return (
    <Checkbox.Group
      label={t('api:create.scopes')}
      value={[...form.scopes]}
      error={errors.scopes}
      onChange={(chosen) => change({ scopes: SCOPES.filter((scope) => chosen.includes(scope)) })}
    >
      <div className="scopes">
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={scope}
            description={t(`api:scopes.${scope}`)}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
