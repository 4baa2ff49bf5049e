import { Button, Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import {
  ChoicesForm,
  DialogActions,
  Outcome,
  shareOf,
  WorkingStep,
} from '#renderer/features/studio/dialog-steps.tsx'
import { t } from '#renderer/i18n/i18n.ts'
import type { TranscriptionProgress } from '#renderer/transcribe.ts'
import { type Choice, ChoiceSelect, languageChoices } from '#renderer/ui/choice-select.tsx'
import { clockWords } from '#renderer/ui/clock-words.ts'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { PackOffer } from '#renderer/ui/pack-offer.tsx'
import { sizeWords } from '#renderer/ui/size-words.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { closeTranscribe, startTranscribe, useTranscribe } from './transcribe-store.ts'

const spokenChoices = (): readonly Choice<LanguageCode | ''>[] => [
  { value: '', label: t('transcribe:language.detect') },
  ...languageChoices(),
]

/** Dialog that writes down a recording as lines of the script. */
export function TranscribeDialog(): ReactElement {
  const { file, step } = useTranscribe()
  return (
    <Modal
      opened={file !== undefined}
      onClose={closeTranscribe}
      // A click beside the dialog must not throw minutes of work away.
      closeOnClickOutside={step.kind !== 'working'}
      title={t('transcribe:title')}
      size={560}
    >
      {file && step.kind === 'choosing' && <Choices file={file} />}
      {file && step.kind === 'working' && <Working progress={step.progress} name={file.name} />}
      {step.kind === 'failed' && <Failed message={step.message} lacksPack={step.lacksPack} />}
    </Modal>
  )
}

function Choices({ file }: { file: File }): ReactElement {
  const { language, seconds } = useTranscribe()
  const size = sizeWords(file.size)
  return (
    <ChoicesForm onSubmit={() => void startTranscribe()}>
      <p>
        <strong className="file-name">{file.name}</strong>{' '}
        <span className="text-secondary">
          {seconds === undefined
            ? t('transcribe:facts', { size })
            : t('transcribe:factsWithLength', { size, length: clockWords(seconds) })}
        </span>
      </p>
      <p className="text-secondary">{t('transcribe:about')}</p>
      <ChoiceSelect
        label={t('transcribe:language.label')}
        description={t('transcribe:language.hint')}
        choices={spokenChoices()}
        value={language}
        onChoose={(value) => useTranscribe.setState({ language: value })}
      />
      <DialogActions>
        <Button variant="default" onClick={closeTranscribe}>
          {t('transcribe:cancel')}
        </Button>
        <Button type="submit" data-autofocus>
          {t('transcribe:start')}
        </Button>
      </DialogActions>
    </ChoicesForm>
  )
}

function Working(props: {
  readonly progress: TranscriptionProgress
  readonly name: string
}): ReactElement {
  const { sent, text, seconds } = props.progress
  const length = useTranscribe((state) => state.seconds)
  const isKnown = length !== undefined && length > 0
  return (
    <WorkingStep
      words={progressWords(props.progress, props.name, isKnown ? length : undefined)}
      label={t('transcribe:progress')}
      share={sent < 1 || !isKnown ? sent : Math.min(1, shareOf(seconds, length))}
      more={
        <p className="transcript-so-far" dir="auto">
          {text === '' ? t('transcribe:nothingYet') : text}
        </p>
      }
    >
      <Button ref={focusIfLost} color="gray" onClick={closeTranscribe}>
        {t('transcribe:cancel')}
      </Button>
    </WorkingStep>
  )
}

function progressWords(
  { sent, seconds }: TranscriptionProgress,
  name: string,
  length: number | undefined,
): string {
  if (sent < 1) return t('transcribe:readingFile', { name, percent: Math.round(sent * 100) })
  const at = clockWords(seconds)
  return length === undefined
    ? t('transcribe:writing', { name, at })
    : t('transcribe:writingOf', { name, at, length: clockWords(length) })
}

function Failed(props: { readonly message: string; readonly lacksPack: boolean }): ReactElement {
  const language = useTranscribe((state) => state.language)
  return (
    <div className="dialog-step">
      {props.lacksPack ? (
        <PackOffer
          task="transcription"
          {...(language && { languages: [language] })}
          reason={t('transcribe:lacksPack')}
        />
      ) : (
        <Outcome state="failed">{props.message}</Outcome>
      )}
      <DialogActions>
        <Button variant="default" onClick={closeTranscribe}>
          {t('transcribe:close')}
        </Button>
        <Button ref={focusIfLost} onClick={() => void startTranscribe()}>
          {t('transcribe:tryAgain')}
        </Button>
      </DialogActions>
    </div>
  )
}
