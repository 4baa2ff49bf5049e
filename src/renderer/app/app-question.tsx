import { Button } from '@mantine/core'
import { IconShieldQuestion } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { answerAppQuestion, useAppQuestions } from '#renderer/app-questions.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { type AppOriginAnswer, isExtension } from '#shared/app-origins.ts'

/** Notice that asks whether an extension or an app may call the API. It takes no focus: nobody answers it by accident. */
export function AppQuestion(): ReactElement | undefined {
  const origin = useAppQuestions(({ origins }) => origins[0])
  return origin === undefined ? undefined : <Question key={origin} origin={origin} />
}

function Question({ origin }: { readonly origin: string }): ReactElement {
  const { isPending, error, run } = useAsyncAction('stays')
  const connected = useConnection().status === 'connected'
  const button = (answer: AppOriginAnswer): ReactElement => (
    <Button
      variant="default"
      size="sm"
      disabled={!connected || isPending}
      onClick={() => void run(() => answerAppQuestion(origin, answer))}
    >
      {t(`app:question.${answer}`)}
    </Button>
  )
  return (
    <section className="notice notice-warning" aria-label={t('app:question.label')} role="alert">
      <IconShieldQuestion size={24} aria-hidden="true" />
      <div className="notice-text">
        <RichText
          text={`app:question.${isExtension(origin) ? 'extension' : 'app'}`}
          parts={{ strong: <strong />, code: <code /> }}
          values={{ origin }}
        />
        {error !== undefined && <p>{error}</p>}
      </div>
      {button('allow')}
      {button('never')}
      {button('later')}
    </section>
  )
}
