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
    <Modal opened={opened} onClose={closeExport} title="Export the script" size={640}>
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
  const plan = forecast(currentOrder(), takes)
  const problem = problemOf(choices)
  return (
    <ChoicesForm onSubmit={startExport}>
      <WhatChoices />
      <FormatsField />
      <SoundChoices />
      <FileNameField files={plan.files} problem={problem} />
      <ExportEstimate plan={plan} />
      <DialogActions>
        <CheckRow />
        <Button variant="default" onClick={closeExport}>
          Cancel
        </Button>
        <Button type="submit" disabled={problem !== undefined}>
          Export
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
        {isChecked ? summaryWords(summary) : 'The takes were not checked against their text.'}
      </span>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => {
          closeExport()
          checkAllTakes()
        }}
      >
        {isChecked ? 'See the check' : 'Check all takes'}
      </Button>
    </div>
  )
}

function Working({ step }: { step: Extract<ExportStep, { kind: 'working' }> }): ReactElement {
  const share = shareOf(step.done, step.total)
  return (
    <WorkingStep
      words={`Exporting the script: ${Math.round(share * 100)} %`}
      label="Export progress"
      share={share}
      more={step.names.length > 1 && <FilesSoFar step={step} />}
    >
      <Button variant="default" onClick={closeExport}>
        Continue in the background
      </Button>
      <Button color="gray" onClick={cancelExport}>
        Cancel export
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
          Change the settings
        </Button>
        <Button onClick={startExport}>Try again</Button>
      </DialogActions>
    </div>
  )
}
