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
      <h1>Griot is running</h1>
      <InlineError reason={problem} />
      <p>
        Open the link that Griot printed in the terminal where it was started. It signs in one
        browser, once, within 60 seconds.
      </p>
      <p>
        For a new link, open another terminal on that computer and run <code>griot link</code> or,
        in Griot’s folder, <code>npm run -s griot -- link</code>.
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
        label="Or paste an API key"
        value={key}
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <InlineError reason={error} />
      <Button type="submit" loading={isPending}>
        Sign in
      </Button>
    </form>
  )
}
