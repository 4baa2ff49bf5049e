import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import './sign-in.css'
import { Button, PasswordInput } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { signInWithKey } from '#renderer/session.ts'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { Logo } from '#renderer/ui/logo.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'

/** Sign-in page. `problem`: why this browser is not signed in. */
export function SignIn({ problem }: { problem: string | undefined }): ReactElement {
  return (
    <main className="sign-in">
      <Logo />
      <h1>{t('app:signIn.title')}</h1>
      <InlineError reason={problem} />
      <p>{t('app:signIn.link')}</p>
      <p>
        <RichText text="app:signIn.newLink" parts={{ command: <code />, npm: <code /> }} />
      </p>
      <ApiKeyForm />
    </main>
  )
}

function ApiKeyForm(): ReactElement {
  const [key, setKey] = useState('')
  const { isPending, error, run } = useAsyncAction('closes')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => signInWithKey(key))
      }}
    >
      <PasswordInput
        label={t('app:signIn.key')}
        value={key}
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': t('app:signIn.toggleKey') }}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <InlineError reason={error} />
      <Button type="submit" loading={isPending}>
        {t('app:signIn.confirm')}
      </Button>
    </form>
  )
}
