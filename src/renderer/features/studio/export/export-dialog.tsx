import './export.css'
import { Button, Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import { useCheckSummary } from '#renderer/features/studio/check/check-dialog.tsx'
import { summaryWords } from '#renderer/features/studio/check/check-summary.ts'
import { checkAllTakes } from '#renderer/features/studio/check/take-checks.ts'
import {
  ChoicesForm,
  DialogActions,
  Outcome,
  shareOf,
  WorkingStep,
} from '#renderer/features/studio/dialog-steps.tsx'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import {
  ExportEstimate,
  FileNameField,
  SoundChoices,
  WhatChoices,
} from './export-choice-fields.tsx'
import { forecast } from './export-choices.ts'
import {
  cancelExport,
  closeExport,
  currentOrder,
  doubtsOf,
  type ExportStep,
  openExport,
  problemOf,
  startExport,
  useExport,
  type VerifyExport,
} from './export-store.ts'
import { FormatsField } from './formats-field.tsx'
import { FilesSoFar, ResultSheet } from './result-sheet.tsx'

/** Dialog that exports the script as one file or many. */
export function ExportDialog({ verify }: { verify: VerifyExport }): ReactElement {
  const { opened, step } = useExport()
  return (
    <Modal opened={opened} onClose={closeExport} title={t('export:title')} size={640}>
      {step.kind === 'choosing' && <Choices />}
      {step.kind === 'working' && <Working step={step} />}
      {step.kind === 'done' && (
        <ResultSheet step={step} verify={verify}>
          <CheckRow />
        </ResultSheet>
      )}
      {step.kind === 'failed' && <Failed message={step.message} />}
    </Modal>
  )
}

function Choices(): ReactElement {
  const { choices } = useExport()
  // What is exported follows the script.
  const takes = useStudio((state) => state.takes)
  useStudio((state) => state.script)
  const order = currentOrder()
  const plan = forecast(order, takes)
  const problem = problemOf(choices)
  const doubts = doubtsOf(order)
  return (
    <ChoicesForm onSubmit={startExport}>
      <WhatChoices />
      <FormatsField />
      <SoundChoices />
      <FileNameField files={plan.files} problem={problem} />
      <ExportEstimate plan={plan} />
      {doubts !== undefined && <ErrorAlert>{doubts}</ErrorAlert>}
      <DialogActions>
        <CheckRow />
        <Button variant="default" onClick={closeExport}>
          {t('export:cancel')}
        </Button>
        <Button type="submit" disabled={(problem ?? doubts) !== undefined}>
          {t('export:start')}
        </Button>
      </DialogActions>
    </ChoicesForm>
  )
}

/** How many takes were compared with their text, and the way to do it. */
function CheckRow(): ReactElement {
  const summary = useCheckSummary()
  const isChecked = summary.right.length + summary.doubtful.length > 0
  return (
    <div className="check-row">
      <span className="text-secondary">
        {isChecked ? summaryWords(summary) : t('export:check.none')}
      </span>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => {
          closeExport()
          checkAllTakes()
        }}
      >
        {t(isChecked ? 'export:check.see' : 'export:check.start')}
      </Button>
    </div>
  )
}

function Working({ step }: { step: Extract<ExportStep, { kind: 'working' }> }): ReactElement {
  const share = shareOf(step.done, step.total)
  return (
    <WorkingStep
      words={t('export:working.words', { percent: Math.round(share * 100) })}
      label={t('export:working.label')}
      share={share}
      more={step.names.length > 1 && <FilesSoFar step={step} />}
    >
      <Button variant="default" onClick={closeExport}>
        {t('export:working.background')}
      </Button>
      <Button color="gray" onClick={cancelExport}>
        {t('export:working.cancel')}
      </Button>
    </WorkingStep>
  )
}

function Failed({ message }: { message: string }): ReactElement {
  return (
    <div className="dialog-step">
      <Outcome state="failed">{message}</Outcome>
      <DialogActions>
        <Button variant="default" onClick={openExport}>
          {t('export:failed.changeSettings')}
        </Button>
        <Button onClick={startExport}>{t('export:actions.tryAgain')}</Button>
      </DialogActions>
    </div>
  )
}
