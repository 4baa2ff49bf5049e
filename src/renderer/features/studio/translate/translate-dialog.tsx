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
import { isBlank } from '#renderer/features/studio/line-state.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ChoiceSelect, languageChoices } from '#renderer/ui/choice-select.tsx'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { LanguageChip, languageName } from '#renderer/ui/language-chip.tsx'
import { PackOffer } from '#renderer/ui/pack-offer.tsx'
import { lineNumbers } from '#shared/line-numbers.ts'
import type { ScriptLine } from '#shared/script.ts'
import { FORMALITIES, isPlainStyle, TONES } from '#shared/translation.ts'
import {
  closeTranslate,
  languageOfLine,
  startTranslate,
  type TranslationPlace,
  type TranslationReport,
  translatableLines,
  undoTranslate,
  useTranslate,
} from './translate-store.ts'
import { qualityAdvice, qualityWords } from './translation-words.ts'

const PLACES: readonly TranslationPlace[] = ['beside', 'instead', 'below']

/** Dialog that translates lines of the script. */
export function TranslateDialog(): ReactElement {
  const { opened, step } = useTranslate()
  return (
    <Modal
      opened={opened}
      onClose={closeTranslate}
      closeOnClickOutside={step.kind !== 'working'}
      title={t('translate:title')}
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
          label={t('translate:into')}
          choices={languageChoices()}
          value={target}
          data-autofocus
          onChoose={(value) => useTranslate.setState({ target: value })}
        />
        <ChoiceSelect
          label={t('translate:tone')}
          choices={TONES.map((value) => ({ value, label: t(`translate:tones.${value}`) }))}
          value={tone}
          onChoose={(value) => useTranslate.setState({ tone: value })}
        />
        <ChoiceSelect
          label={t('translate:formality')}
          choices={FORMALITIES.map((value) => ({
            value,
            label: t(`translate:formalities.${value}`),
          }))}
          value={formality}
          onChoose={(value) => useTranslate.setState({ formality: value })}
        />
      </div>
      <LineChoice lines={lines} />
      <fieldset className="bitrate">
        <legend className="field-label">{t('translate:place')}</legend>
        <SegmentedControl
          fullWidth
          aria-label={t('translate:place')}
          value={place}
          data={PLACES.map((value) => ({ value, label: t(`translate:places.${value}`) }))}
          onChange={(place) => useTranslate.setState({ place })}
        />
      </fieldset>
      <DialogActions>
        <Button variant="default" onClick={closeTranslate}>
          {t('translate:cancel')}
        </Button>
        <Button type="submit" disabled={count === 0}>
          {t('translate:start', { count })}
        </Button>
      </DialogActions>
    </ChoicesForm>
  )
}

function LineChoice({ lines }: { lines: readonly ScriptLine[] }): ReactElement {
  const { leftOut, target } = useTranslate()
  const all = useStudio((state) => state.script.lines)
  const numbers = lineNumbers(all)
  if (lines.length === 0)
    return (
      <p className="text-secondary">
        {t('translate:noOtherLanguage', { language: languageName(target) })}
      </p>
    )
  const already = all.filter((line) => !isBlank(line)).length - lines.length
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
      <legend className="field-label">{t('translate:lines')}</legend>
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
        {t('translate:allLines', { total: lines.length })}
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
              <span className="visually-hidden">
                {t('translate:lineNumber', { number: numbers.get(line.id) ?? 0 })}{' '}
              </span>
              {line.text}
            </span>
          </label>
        ))}
      </div>
      {already > 0 && (
        <p className="text-secondary">
          {t('translate:already', { count: already, language: languageName(target) })}
        </p>
      )}
    </fieldset>
  )
}

function Working({ done, total }: { done: number; total: number }): ReactElement {
  return (
    <WorkingStep
      words={t('translate:working', { done, count: total })}
      label={t('translate:progress')}
      share={shareOf(done, total)}
    >
      <Button ref={focusIfLost} color="gray" onClick={closeTranslate}>
        {t('translate:cancel')}
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
      <Outcome state="failed">{t('translate:failed', { reason: props.message })}</Outcome>
      {props.lacksTranslator && (
        <PackOffer
          task="translation"
          languages={languages}
          reason={t('translate:packOffer', { language: languageName(target) })}
        />
      )}
      <DialogActions>
        <Button
          variant="default"
          onClick={() => useTranslate.setState({ step: { kind: 'choosing' } })}
        >
          {t('translate:changeSettings')}
        </Button>
        <Button ref={focusIfLost} onClick={() => void startTranslate()}>
          {t('translate:tryAgain')}
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
        {t('translate:done', { count, language: languageName(target) })}
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
        <ul className="translate-notices" aria-label={t('translate:notices')}>
          {isIgnored && <li>{t('translate:styleIgnored')}</li>}
          {report.failures.map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
          {report.notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {report.limits.map((licence) => (
        <p key={licence}>{t('translate:notCommercial', { licence })}</p>
      ))}
      {report.doubtful > 0 && <p>{t('translate:doubts.report', { count: report.doubtful })}</p>}
      {report.offers.length > 0 && (
        <details>
          <summary>{t('translate:similar', { total: report.offers.length })}</summary>
          <ul className="translate-notices">
            {report.offers.map(({ sentence, source, target: text }) => (
              <li key={`${sentence} ${source}`}>
                {t('translate:similarSentence', { source, translation: text })}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="text-secondary">{t('translate:canBeRemembered')}</p>
      <DialogActions>
        <Button variant="default" onClick={undoTranslate}>
          {t('translate:undo')}
        </Button>
        <Button ref={focusIfLost} onClick={closeTranslate}>
          {t('translate:close')}
        </Button>
      </DialogActions>
    </div>
  )
}
