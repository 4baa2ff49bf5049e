import './translate.css'
import { Button, Modal, NativeSelect, Progress, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { LanguageChip } from '#renderer/ui/language-chip.tsx'
import { PackOffer } from '#renderer/ui/pack-offer.tsx'
import { LANGUAGES, languageInfo } from '#shared/languages/languages.ts'
import type { ScriptLine } from '#shared/script.ts'
import { FORMALITIES, isPlainStyle, TONES } from '#shared/translation.ts'
import { useStudio } from './studio-store.ts'
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
    <form
      className="export"
      onSubmit={(event) => {
        event.preventDefault()
        void startTranslate()
      }}
    >
      <div className="translate-row">
        <NativeSelect
          label="Into"
          data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
          value={target}
          data-autofocus
          onChange={({ currentTarget: { value } }) => {
            const chosen = LANGUAGES.find(({ code }) => code === value)
            if (chosen) useTranslate.setState({ target: chosen.code })
          }}
        />
        <NativeSelect
          label="Tone"
          data={TONES.map((value) => ({ value, label: TONE_NAMES[value] }))}
          value={tone}
          onChange={({ currentTarget: { value } }) => {
            const chosen = TONES.find((known) => known === value)
            if (chosen) useTranslate.setState({ tone: chosen })
          }}
        />
        <NativeSelect
          label="Form of address"
          data={FORMALITIES.map((value) => ({ value, label: FORMALITY_NAMES[value] }))}
          value={formality}
          onChange={({ currentTarget: { value } }) => {
            const chosen = FORMALITIES.find((known) => known === value)
            if (chosen) useTranslate.setState({ formality: chosen })
          }}
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
            { value: 'instead', label: 'In place of the lines' },
            { value: 'below', label: 'Below each line' },
          ]}
          onChange={(value) =>
            useTranslate.setState({ place: value === 'below' ? 'below' : 'instead' })
          }
        />
      </fieldset>
      <div className="dialog-actions">
        <Button variant="default" onClick={closeTranslate}>
          Cancel
        </Button>
        <Button type="submit" disabled={count === 0}>
          Translate {count} {count === 1 ? 'line' : 'lines'}
        </Button>
      </div>
    </form>
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
    <div className="export">
      <p>
        Translating: {done} of {total} {total === 1 ? 'line' : 'lines'}
      </p>
      <Progress
        value={total === 0 ? 0 : (done / total) * 100}
        size="lg"
        animated
        aria-label="Progress of the translation"
      />
      <div className="dialog-actions">
        <Button ref={focusIfLost} color="gray" onClick={closeTranslate}>
          Cancel
        </Button>
      </div>
    </div>
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
    <div className="export">
      <p className="outcome" role="alert" data-failed>
        <IconAlertTriangle size={28} aria-hidden="true" />
        <span>Nothing was changed. {props.message}</span>
      </p>
      {props.lacksTranslator && (
        <PackOffer
          task="translation"
          languages={languages}
          reason={`One of these models would translate into ${languageInfo(target).name}, on this computer and without the network:`}
        />
      )}
      <div className="dialog-actions">
        <Button
          variant="default"
          onClick={() => useTranslate.setState({ step: { kind: 'choosing' } })}
        >
          Change the settings
        </Button>
        <Button ref={focusIfLost} onClick={() => void startTranslate()}>
          Try again
        </Button>
      </div>
    </div>
  )
}

function Done(props: { readonly count: number; readonly report: TranslationReport }): ReactElement {
  const { count, report } = props
  const { target, tone, formality } = useTranslate()
  const isIgnored = !report.isStyleUsed && !isPlainStyle({ tone, formality })
  return (
    <div className="export">
      <p className="outcome" role="status">
        <IconCircleCheck size={28} aria-hidden="true" />
        <span>
          {count} {count === 1 ? 'line was' : 'lines were'} translated into{' '}
          {languageInfo(target).name}.
        </span>
      </p>
      <dl className="translate-qualities">
        {report.qualities.map((quality) => (
          <div key={quality}>
            <dt>{qualityWords(quality)}</dt>
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
      <div className="dialog-actions">
        <Button variant="default" onClick={undoTranslate}>
          Undo
        </Button>
        <Button ref={focusIfLost} onClick={closeTranslate}>
          Done
        </Button>
      </div>
    </div>
  )
}
