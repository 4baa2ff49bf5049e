import './sign-in.css'
import { Button, PasswordInput } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { signInWithKey } from '#renderer/session.ts'
import { Mark } from '#renderer/ui/mark.tsx'
import { Refusal } from '#renderer/ui/problem.tsx'
import { useAttempt } from '#renderer/ui/use-attempt.ts'

/** What a browser sees that is not signed in: how to come in. `problem`: why it is not. */
export function SignIn({ problem }: { problem: string | undefined }): ReactElement {
  return (
    <main className="sign-in">
      <Mark />
      <h1>Griot is running</h1>
      <Refusal reason={problem} />
      <p>
        Open the link that Griot printed in the terminal where it was started. It signs one browser
        in, once, within 60 seconds.
      </p>
      <p>
        For a new link, open another terminal on that computer and run <code>griot link</code>, or,
        in Griot’s own folder, <code>npm run -s griot -- link</code>.
      </p>
      <KeyForm />
    </main>
  )
}

function KeyForm(): ReactElement {
  const [key, setKey] = useState('')
  const { working, refusal, attempt } = useAttempt('closes')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(() => signInWithKey(key))
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
      <Refusal reason={refusal} />
      <Button type="submit" loading={working}>
        Sign in
      </Button>
    </form>
  )
}
