import { Button, Checkbox, Loader, Textarea, TextInput } from '@mantine/core'
import type { FormEvent, ReactElement } from 'react'
import { changeReview } from '#renderer/features/voices/review/review-actions.ts'
import { useReview } from '#renderer/features/voices/review/review-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { type Choice, ChoiceSelect, languageChoices } from '#renderer/ui/choice-select.tsx'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { CONSENT_STATEMENT } from '#shared/custom-voices.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { cancelCreation, createReviewedVoice } from './create-voice.ts'
import { blockingReason } from './missing-fields.ts'
import { TranscriptHelpView } from './transcript-help-view.tsx'

function spokenChoices(): readonly Choice<LanguageCode | ''>[] {
  return [{ value: '', label: t('voices:creation.detect') }, ...languageChoices()]
}

/** Form for the transcript, the name and the consent. */
export function VoiceForm(): ReactElement | undefined {
  const { review, creation } = useReview()
  if (!review) return undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    createReviewedVoice()
  }
  const locked = creation !== undefined
  return (
    <form className="voice-form" onSubmit={submit}>
      <Textarea
        label={t('voices:creation.transcript')}
        description={t('voices:creation.transcriptHint')}
        lang={review.language === '' ? undefined : review.language}
        autosize
        minRows={2}
        maxRows={8}
        disabled={locked}
        value={review.transcript}
        onChange={(event) => changeReview({ transcript: event.currentTarget.value })}
      />
      <TranscriptHelpView locked={locked} />
      <div className="voice-form-row">
        <TextInput
          label={t('voices:creation.name')}
          autoComplete="off"
          disabled={locked}
          value={review.name}
          onChange={(event) => changeReview({ name: event.currentTarget.value })}
        />
        <ChoiceSelect
          label={t('voices:creation.language')}
          choices={spokenChoices()}
          disabled={locked}
          value={review.language}
          onChoose={(language) => changeReview({ language })}
        />
      </div>
      <fieldset className="consent" disabled={locked}>
        <legend>{t('voices:creation.consent')}</legend>
        <Checkbox
          label={CONSENT_STATEMENT}
          checked={review.consent}
          onChange={(event) => changeReview({ consent: event.currentTarget.checked })}
        />
        <p>{t('voices:creation.consentHint')}</p>
      </fieldset>
      <CreateRow />
    </form>
  )
}

function CreateRow(): ReactElement | undefined {
  const { review, creation, error, checks, isChecking } = useReview()
  const connected = useConnection().status === 'connected'
  if (!review) return undefined
  if (creation)
    return (
      <div className="create-row" role="status">
        <Loader size="sm" aria-hidden="true" />
        <span>{creation.step}</span>
        <Button ref={focusIfLost} variant="default" onClick={cancelCreation}>
          {t('voices:creation.cancel')}
        </Button>
      </div>
    )
  const isRefused =
    checks.status === 'loaded' && checks.value.some(({ state }) => state === 'refused')
  const words = blockingReason(review, isRefused)
  return (
    <>
      <InlineError reason={error} />
      <div className="create-row">
        <Button
          ref={focusIfLost}
          className="primary"
          type="submit"
          size="md"
          disabled={words !== undefined || isChecking || !connected}
          aria-describedby="make-missing"
        >
          {t('voices:creation.create')}
        </Button>
        <span id="make-missing" className="text-secondary">
          {words}
        </span>
      </div>
    </>
  )
}
