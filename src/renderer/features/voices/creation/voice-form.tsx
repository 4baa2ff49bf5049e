import { Button, Checkbox, Loader, Textarea, TextInput } from '@mantine/core'
import type { FormEvent, ReactElement } from 'react'
import { changeReview } from '#renderer/features/voices/review/review-actions.ts'
import { useReview } from '#renderer/features/voices/review/review-store.ts'
import { type Choice, ChoiceSelect, LANGUAGE_CHOICES } from '#renderer/ui/choice-select.tsx'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { CONSENT_STATEMENT } from '#shared/custom-voices.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { cancelCreation, createReviewedVoice } from './create-voice.ts'
import { blockingReason } from './missing-fields.ts'
import { TranscriptHelpView } from './transcript-help-view.tsx'

const SPOKEN: readonly Choice<LanguageCode | ''>[] = [
  { value: '', label: 'Detect from the transcript' },
  ...LANGUAGE_CHOICES,
]

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
        label="Transcript, word for word"
        description="The more exactly it matches what is said, the closer the voice is to its speaker."
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
          label="Name of the voice"
          autoComplete="off"
          disabled={locked}
          value={review.name}
          onChange={(event) => changeReview({ name: event.currentTarget.value })}
        />
        <ChoiceSelect
          label="Language of the recording"
          choices={SPOKEN}
          disabled={locked}
          value={review.language}
          onChoose={(language) => changeReview({ language })}
        />
      </div>
      <fieldset className="consent" disabled={locked}>
        <legend>Consent</legend>
        <Checkbox
          label={CONSENT_STATEMENT}
          checked={review.consent}
          onChange={(event) => changeReview({ consent: event.currentTarget.checked })}
        />
        <p>
          Tick this only if it is true. This sentence, the time, and fingerprints of the recording
          and transcript are stored with the voice.
        </p>
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
          Cancel
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
          Create the voice
        </Button>
        <span id="make-missing" className="text-secondary">
          {words}
        </span>
      </div>
    </>
  )
}
