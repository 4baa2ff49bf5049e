import { Button, Modal, NativeSelect, Progress } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { TranscriptionProgress } from '#renderer/transcribe.ts'
import { clockWords } from '#renderer/ui/clock-words.ts'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { PackOffer } from '#renderer/ui/pack-offer.tsx'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { formatSize } from './export-formats.ts'
import { closeTranscribe, startTranscribe, useTranscribe } from './transcribe-store.ts'

const LANGUAGE_OPTIONS = [
  { value: '', label: 'Detect from the recording' },
  ...LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
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
    <form
      className="export"
      onSubmit={(event) => {
        event.preventDefault()
        void startTranscribe()
      }}
    >
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
      <NativeSelect
        label="Language that is spoken"
        description="If you know it, fewer words are misheard."
        data={LANGUAGE_OPTIONS}
        value={language}
        onChange={({ currentTarget: { value } }) =>
          useTranscribe.setState({
            language: LANGUAGES.find(({ code }) => code === value)?.code ?? '',
          })
        }
      />
      <div className="dialog-actions">
        <Button variant="default" onClick={closeTranscribe}>
          Cancel
        </Button>
        <Button type="submit" data-autofocus>
          Write it down
        </Button>
      </div>
    </form>
  )
}

function Working(props: {
  readonly progress: TranscriptionProgress
  readonly name: string
}): ReactElement {
  const { sent, text, seconds } = props.progress
  const length = useTranscribe((state) => state.seconds)
  const isKnown = length !== undefined && length > 0
  const percent = isKnown ? Math.min(100, (seconds / length) * 100) : sent * 100
  return (
    <div className="export">
      <p className="file-name">
        {sent < 1
          ? `Reading ${props.name}: ${Math.round(sent * 100)} %`
          : `Writing down ${props.name}: ${clockWords(seconds)}${isKnown ? ` of ${clockWords(length)}` : ''}`}
      </p>
      <Progress
        value={sent < 1 ? sent * 100 : percent}
        size="lg"
        animated
        aria-label="Progress of the transcription"
      />
      <p className="transcript-so-far" dir="auto">
        {text === '' ? 'What is heard appears here.' : text}
      </p>
      <div className="dialog-actions">
        <Button ref={focusIfLost} color="gray" onClick={closeTranscribe}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function Failed(props: { readonly message: string; readonly lacksPack: boolean }): ReactElement {
  const language = useTranscribe((state) => state.language)
  return (
    <div className="export">
      {props.lacksPack ? (
        <PackOffer
          task="transcription"
          {...(language && { languages: [language] })}
          reason="Nothing here can write down speech yet. One of these models would, on this computer and without the network:"
        />
      ) : (
        <p className="outcome" role="alert" data-failed>
          <IconAlertTriangle size={28} aria-hidden="true" />
          <span>{props.message}</span>
        </p>
      )}
      <div className="dialog-actions">
        <Button variant="default" onClick={closeTranscribe}>
          Close
        </Button>
        <Button ref={focusIfLost} onClick={() => void startTranscribe()}>
          Try again
        </Button>
      </div>
    </div>
  )
}
