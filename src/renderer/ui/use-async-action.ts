import { useState } from 'react'
import { errorMessage } from './error-message.ts'

export interface AsyncAction {
  /** Whether it is being tried, so that it is not asked for twice. */
  readonly isPending: boolean
  /** Why the last one failed, in words. */
  readonly error: string | undefined
  /** Tries it, and keeps the reason if it rejects. Never rejects itself. */
  readonly run: (action: () => Promise<unknown>) => Promise<void>
  /** Says why it is not even tried; undefined takes the last reason back. */
  readonly setError: (reason: string | undefined) => void
}

/**
 * Something that a person asks for at the press of a button and that may be refused. A part of the screen that closes
 * after success goes on working until it is gone: a second press on a dialog that fades away does nothing.
 */
export function useAsyncAction(afterSuccess: 'closes' | 'stays'): AsyncAction {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    setPending(true)
    setError(undefined)
    try {
      await action()
      if (afterSuccess === 'stays') setPending(false)
    } catch (error) {
      setError(errorMessage(error))
      setPending(false)
    }
  }
  return { isPending: isPending, error: error, run: run, setError: setError }
}
