import { useState } from 'react'
import { reasonOf } from './reason-of.ts'

export interface Attempt {
  /** Whether it is being tried, so that it is not asked for twice. */
  readonly working: boolean
  /** Why the last one failed, in words. */
  readonly refusal: string | undefined
  /** Tries it, and keeps the reason if it rejects. Never rejects itself. */
  readonly attempt: (deed: () => Promise<unknown>) => Promise<void>
  /** Says why it is not even tried; undefined takes the last reason back. */
  readonly refuse: (reason: string | undefined) => void
}

/**
 * Something that a person asks for at the press of a button and that may be refused. A part of the screen that closes
 * after success goes on working until it is gone: a second press on a dialog that fades away does nothing.
 */
export function useAttempt(afterwards: 'closes' | 'stays'): Attempt {
  const [working, setWorking] = useState(false)
  const [refusal, refuse] = useState<string>()
  const attempt = async (deed: () => Promise<unknown>): Promise<void> => {
    setWorking(true)
    refuse(undefined)
    try {
      await deed()
      if (afterwards === 'stays') setWorking(false)
    } catch (error) {
      refuse(reasonOf(error))
      setWorking(false)
    }
  }
  return { working, refusal, attempt, refuse }
}
