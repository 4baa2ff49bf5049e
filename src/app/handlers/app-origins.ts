import type { AppOrigins } from '#app/app-origins.ts'
import type { EmitEvent, Handlers } from '#shared/api.ts'

export interface AppOriginHandlers {
  readonly handlers: Pick<Handlers, 'apps.questions' | 'apps.answer'>
  close(): void
}

/** The contract's part about extensions and apps that want to call the API; tells a window of each question. */
export function appOriginHandlers(origins: AppOrigins, emit: EmitEvent): AppOriginHandlers {
  const view = (): { origins: string[] } => ({ origins: [...origins.questions()] })
  return {
    close: origins.onQuestions(() => emit('apps.asked', view())),
    handlers: {
      'apps.questions': async () => view(),
      async 'apps.answer'({ origin, answer }) {
        await origins.answer(origin, answer)
        return {}
      },
    },
  }
}
