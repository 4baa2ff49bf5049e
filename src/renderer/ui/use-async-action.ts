import { useCallback, useState } from 'react'
import { errorMessage } from './error-message.ts'

export interface AsyncAction {
  /** Whether the action is running, so that it is not started twice. */
  readonly isPending: boolean
  /** Why the last run failed. */
  readonly error: string | undefined
  /** Runs an action and keeps the message if it rejects. Never rejects itself. */
  readonly run: (action: () => Promise<unknown>) => Promise<void>
  /** Sets the message without running the action; undefined clears it. */
  readonly setError: (reason: string | undefined) => void
}

/**
 * State of an action that a button starts and that may fail. With 'closes', it stays pending after success, so that a
 * second click on a closing dialog does nothing.
 */
export function useAsyncAction(afterSuccess: 'closes' | 'stays'): AsyncAction {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const run = useCallback(
    async (action: () => Promise<unknown>): Promise<void> => {
      setPending(true)
      setError(undefined)
      try {
        await action()
        if (afterSuccess === 'stays') setPending(false)
      } catch (error) {
        setError(errorMessage(error))
        setPending(false)
      }
    },
    [afterSuccess],
  )
  return { isPending, error, run, setError }
}
