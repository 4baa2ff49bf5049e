import { ConnectionLost } from '#renderer/socket.ts'
import { reasonOf } from './reason-of.ts'

/** Something the engine was asked for. */
export type Asked<Answer> =
  | { readonly phase: 'asking' }
  | { readonly phase: 'known'; readonly answer: Answer }
  | { readonly phase: 'failed'; readonly reason: string }

/**
 * Tells what came of a question. A break of the connection is told elsewhere and mended by asking again: what was
 * known before stays. Never rejects.
 */
export async function ask<Answer>(
  question: () => Promise<Answer>,
  tell: (asked: Asked<Answer>) => void,
): Promise<void> {
  try {
    tell({ phase: 'known', answer: await question() })
  } catch (error) {
    if (!(error instanceof ConnectionLost)) tell({ phase: 'failed', reason: reasonOf(error) })
  }
}
