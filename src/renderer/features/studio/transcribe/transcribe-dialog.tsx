import { Button, Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import {
  ChoicesForm,
  DialogActions,
  Outcome,
  shareOf,
  WorkingStep,
} from '#renderer/features/studio/dialog-steps.tsx'
import { formatSize } from '#renderer/features/studio/export/export-formats.ts'
import type { TranscriptionProgress } from '#renderer/transcribe.ts'
import { type Choice, ChoiceSelect, LANGUAGE_CHOICES } from '#renderer/ui/choice-select.tsx'
import { clockWords } from '#renderer/ui/clock-words.ts'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { PackOffer } from '#renderer/ui/pack-offer.tsx'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { closeTranscribe, startTranscribe, useTranscribe } from './transcribe-store.ts'

const SPOKEN: readonly Choice<LanguageCode | ''>[] = [
  { value: '', label: 'Detect from the recording' },
  ...LANGUAGE_CHOICES,
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
      title="Write down a recording"
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
  const length = seconds === undefined ? '' : `${clockWords(seconds)}, `
  return (
    <ChoicesForm onSubmit={() => void startTranscribe()}>
      <p>
        <strong className="file-name">{file.name}</strong>{' '}
        <span className="text-secondary">
          ({length}
          {formatSize(file.size)})
        </span>
      </p>
      <p className="text-secondary">
        Every sentence becomes a line at the end of the script, with its time in the recording.
      </p>
      <ChoiceSelect
        label="Language that is spoken"
        description="If you know it, fewer words are misheard."
        choices={SPOKEN}
        value={language}
        onChoose={(value) => useTranscribe.setState({ language: value })}
      />
      <DialogActions>
        <Button variant="default" onClick={closeTranscribe}>
          Cancel
        </Button>
        <Button type="submit" data-autofocus>
          Write it down
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
  const words =
    sent < 1
      ? `Reading ${props.name}: ${Math.round(sent * 100)} %`
      : `Writing down ${props.name}: ${clockWords(seconds)}${isKnown ? ` of ${clockWords(length)}` : ''}`
  return (
    <WorkingStep
      words={words}
      label="Progress of the transcription"
      share={sent < 1 || !isKnown ? sent : Math.min(1, shareOf(seconds, length))}
      more={
        <p className="transcript-so-far" dir="auto">
          {text === '' ? 'What is heard appears here.' : text}
        </p>
      }
    >
      <Button ref={focusIfLost} color="gray" onClick={closeTranscribe}>
        Cancel
      </Button>
    </WorkingStep>
  )
}

function Failed(props: { readonly message: string; readonly lacksPack: boolean }): ReactElement {
  const language = useTranscribe((state) => state.language)
  return (
    <div className="dialog-step">
      {props.lacksPack ? (
        <PackOffer
          task="transcription"
          {...(language && { languages: [language] })}
          reason="Nothing here can write down speech yet. One of these models would, on this computer and without the network:"
        />
      ) : (
        <Outcome state="failed">{props.message}</Outcome>
      )}
      <DialogActions>
        <Button variant="default" onClick={closeTranscribe}>
          Close
        </Button>
        <Button ref={focusIfLost} onClick={() => void startTranscribe()}>
          Try again
        </Button>
      </DialogActions>
    </div>
  )
}
