import { create } from 'zustand'
import type { AppOriginAnswer } from '#shared/app-origins.ts'
import { call } from './client.ts'

/** Extensions and apps that were refused and wait for an answer of the owner, the first first. */
export const useAppQuestions = create<{ readonly origins: readonly string[] }>(() => ({
  origins: [],
}))

/** Shows the questions that there are now. */
export function handleAppQuestions({ origins }: { readonly origins: readonly string[] }): void {
  useAppQuestions.setState({ origins })
}

/** Loads the questions that were there before this window. */
export async function loadAppQuestions(): Promise<void> {
  handleAppQuestions(await call('apps.questions', {}))
}

/** Rejects with a message for the user. */
export async function answerAppQuestion(origin: string, answer: AppOriginAnswer): Promise<void> {
  await call('apps.answer', { origin, answer })
}
