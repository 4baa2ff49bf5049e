import './translate.css'
import { Button, Modal, SegmentedControl } from '@mantine/core'
import type { ReactElement } from 'react'
import {
  ChoicesForm,
  DialogActions,
  Outcome,
  shareOf,
  WorkingStep,
} from '#renderer/features/studio/dialog-steps.tsx'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { ChoiceSelect, LANGUAGE_CHOICES } from '#renderer/ui/choice-select.tsx'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { LanguageChip } from '#renderer/ui/language-chip.tsx'
import { PackOffer } from '#renderer/ui/pack-offer.tsx'
import { languageInfo } from '#shared/languages/languages.ts'
import type { ScriptLine } from '#shared/script.ts'
import { FORMALITIES, isPlainStyle, TONES } from '#shared/translation.ts'
import {
  closeTranslate,
  languageOfLine,
  startTranslate,
  type TranslationReport,
  translatableLines,
  undoTranslate,
  useTranslate,
} from './translate-store.ts'
import { qualityAdvice, qualityWords } from './translation-words.ts'

const TONE_NAMES: Readonly<Record<(typeof TONES)[number], string>> = {
  neutral: 'Neutral',
  warm: 'Warm',
  professional: 'Professional',
  narration: 'Narration',
}
const FORMALITY_NAMES: Readonly<Record<(typeof FORMALITIES)[number], string>> = {
  casual: 'Casual',
  formal: 'Polite',
}

const TONE_CHOICES = TONES.map((value) => ({ value, label: TONE_NAMES[value] }))
const FORMALITY_CHOICES = FORMALITIES.map((value) => ({ value, label: FORMALITY_NAMES[value] }))

/** Dialog that translates lines of the script. */
export function TranslateDialog(): ReactElement {
  const { opened, step } = useTranslate()
  return (
    <Modal
      opened={opened}
      onClose={closeTranslate}
      closeOnClickOutside={step.kind !== 'working'}
      title="Translate lines"
      size={640}
    >
      {step.kind === 'choosing' && <Choices />}
      {step.kind === 'working' && <Working done={step.done} total={step.total} />}
      {step.kind === 'failed' && (
        <Failed message={step.message} lacksTranslator={step.lacksTranslator} />
      )}
      {step.kind === 'done' && <Done count={step.count} report={step.report} />}
    </Modal>
  )
}

function Choices(): ReactElement {
  const { target, tone, formality, place, leftOut } = useTranslate()
  const lines = translatableLines(
    useStudio((state) => state.script.lines),
    target,
  )
  const count = lines.filter(({ id }) => !leftOut.has(id)).length
  return (
    <ChoicesForm onSubmit={() => void startTranslate()}>
      <div className="translate-row">
        <ChoiceSelect
          label="Into"
          choices={LANGUAGE_CHOICES}
          value={target}
          data-autofocus
          onChoose={(value) => useTranslate.setState({ target: value })}
        />
        <ChoiceSelect
          label="Tone"
          choices={TONE_CHOICES}
          value={tone}
          onChoose={(value) => useTranslate.setState({ tone: value })}
        />
        <ChoiceSelect
          label="Form of address"
          choices={FORMALITY_CHOICES}
          value={formality}
          onChoose={(value) => useTranslate.setState({ formality: value })}
        />
      </div>
      <LineChoice lines={lines} />
      <fieldset className="bitrate">
        <legend className="field-label">Where the translations go</legend>
        <SegmentedControl
          fullWidth
          aria-label="Where the translations go"
          value={place}
          data={[
            { value: 'beside', label: 'Beside the original' },
            { value: 'instead', label: 'In place of the lines' },
            { value: 'below', label: 'Below each line' },
          ]}
          onChange={(place) => useTranslate.setState({ place })}
        />
      </fieldset>
      <DialogActions>
        <Button variant="default" onClick={closeTranslate}>
          Cancel
        </Button>
        <Button type="submit" disabled={count === 0}>
          Translate {count} {count === 1 ? 'line' : 'lines'}
        </Button>
      </DialogActions>
    </ChoicesForm>
  )
}

function LineChoice({ lines }: { lines: readonly ScriptLine[] }): ReactElement {
  const { leftOut, target } = useTranslate()
  const all = useStudio((state) => state.script.lines)
  if (lines.length === 0)
    return (
      <p className="text-secondary">
        No line is in another language than {languageInfo(target).name}.
      </p>
    )
  const isAll = lines.every(({ id }) => !leftOut.has(id))
  const set = (ids: readonly string[], isChosen: boolean): void => {
    const next = new Set(leftOut)
    for (const id of ids) {
      if (isChosen) next.delete(id)
      else next.add(id)
    }
    useTranslate.setState({ leftOut: next })
  }
  return (
    <fieldset className="translate-lines">
      <legend className="field-label">Lines</legend>
      <label className="translate-all">
        <input
          type="checkbox"
          checked={isAll}
          onChange={(event) =>
            set(
              lines.map(({ id }) => id),
              event.currentTarget.checked,
            )
          }
        />
        All {lines.length}
      </label>
      <div className="translate-list">
        {lines.map((line) => (
          <label key={line.id}>
            <input
              type="checkbox"
              checked={!leftOut.has(line.id)}
              onChange={(event) => set([line.id], event.currentTarget.checked)}
            />
            <LanguageChip code={languageOfLine(line)} />
            <span className="translate-text" lang={languageOfLine(line)} dir="auto">
              <span className="visually-hidden">Line {all.indexOf(line) + 1}: </span>
              {line.text}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Working({ done, total }: { done: number; total: number }): ReactElement {
  return (
    <WorkingStep
      words={`Translating: ${done} of ${total} ${total === 1 ? 'line' : 'lines'}`}
      label="Progress of the translation"
      share={shareOf(done, total)}
    >
      <Button ref={focusIfLost} color="gray" onClick={closeTranslate}>
        Cancel
      </Button>
    </WorkingStep>
  )
}

function Failed(props: {
  readonly message: string
  readonly lacksTranslator: boolean
}): ReactElement {
  const { target, leftOut } = useTranslate()
  const { lines } = useStudio((state) => state.script)
  const chosen = translatableLines(lines, target).filter(({ id }) => !leftOut.has(id))
  const languages = [...new Set([target, ...chosen.map(languageOfLine)])]
  return (
    <div className="dialog-step">
      <Outcome state="failed">Nothing was changed. {props.message}</Outcome>
      {props.lacksTranslator && (
        <PackOffer
          task="translation"
          languages={languages}
          reason={`One of these models would translate into ${languageInfo(target).name}, on this computer and without the network:`}
        />
      )}
      <DialogActions>
        <Button
          variant="default"
          onClick={() => useTranslate.setState({ step: { kind: 'choosing' } })}
        >
          Change the settings
        </Button>
        <Button ref={focusIfLost} onClick={() => void startTranslate()}>
          Try again
        </Button>
      </DialogActions>
    </div>
  )
}

function Done(props: { readonly count: number; readonly report: TranslationReport }): ReactElement {
  const { count, report } = props
  const { target, tone, formality } = useTranslate()
  const isIgnored = !report.isStyleUsed && !isPlainStyle({ tone, formality })
  return (
    <div className="dialog-step">
      <Outcome state="done">
        {count} {count === 1 ? 'line was' : 'lines were'} translated into{' '}
        {languageInfo(target).name}.
      </Outcome>
      <dl className="translate-qualities">
        {report.qualities.map((quality) => (
          <div key={quality}>
            <dt>{qualityWords(quality, report.server)}</dt>
            <dd>{qualityAdvice(quality)}</dd>
          </div>
        ))}
      </dl>
      {(report.notices.length + report.failures.length > 0 || isIgnored) && (
        <ul className="translate-notices" aria-label="Notices">
          {isIgnored && (
            <li>The tone and the form of address could not be expressed by this translator.</li>
          )}
          {report.failures.map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
          {report.notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {report.offers.length > 0 && (
        <details>
          <summary>Similar sentences in your translation memory: {report.offers.length}</summary>
          <ul className="translate-notices">
            {report.offers.map(({ sentence, source, target: text }) => (
              <li key={`${sentence} ${source}`}>
                “{source}” is “{text}”
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="text-secondary">
        If you correct a translated line, you can have the correction remembered.
      </p>
      <DialogActions>
        <Button variant="default" onClick={undoTranslate}>
          Undo
        </Button>
        <Button ref={focusIfLost} onClick={closeTranslate}>
          Done
        </Button>
      </DialogActions>
    </div>
  )
}
