import { Button, Modal, Radio, SegmentedControl, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
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
import { BITRATES, encodingOf, kilobitsOf } from '#shared/formats.ts'
import {
  FORMAT_CHOICES,
  fileExtension,
  formatName,
  hasBitrate,
  isSignedExport,
} from './export-formats.ts'
import {
  cancelExport,
  closeExport,
  describeResult,
  download,
  type ExportResult,
  openExport,
  startExport,
  useExport,
  type VerifyExport,
} from './export-store.ts'

/** Dialog that exports the whole script as one file. */
export function ExportDialog({ verify }: { verify: VerifyExport }): ReactElement {
  const { opened, step } = useExport()
  return (
    <Modal opened={opened} onClose={closeExport} title="Export the script" size={560}>
      {step.kind === 'choosing' && <Choices />}
      {step.kind === 'working' && <Working done={step.done} total={step.total} />}
      {step.kind === 'done' && <Done result={step.result} verify={verify} />}
      {step.kind === 'failed' && <Failed message={step.message} />}
    </Modal>
  )
}

function Choices(): ReactElement {
  const { name, format, bitrate } = useExport()
  return (
    <ChoicesForm onSubmit={startExport}>
      <TextInput
        label="File name"
        value={name}
        maxLength={120}
        rightSection={<span className="text-secondary">.{fileExtension(format)}</span>}
        rightSectionWidth={64}
        onChange={(event) => useExport.setState({ name: event.currentTarget.value })}
        data-autofocus
      />
      <Radio.Group
        label="Format"
        value={format}
        onChange={(value) => {
          const choice = FORMAT_CHOICES.find((known) => known.format === value)
          if (choice) useExport.setState({ format: choice.format })
        }}
      >
        <div className="formats">
          {FORMAT_CHOICES.map((choice) => (
            <Radio
              key={choice.format}
              value={choice.format}
              label={choice.name}
              description={choice.goodFor}
            />
          ))}
        </div>
      </Radio.Group>
      {hasBitrate(format) && (
        <fieldset className="bitrate">
          <legend className="field-label">Bitrate in kbit/s</legend>
          <SegmentedControl
            fullWidth
            aria-label="Bitrate"
            value={bitrate}
            data={BITRATES.map((value) => ({
              value,
              label: String(kilobitsOf(encodingOf(format).format, value)),
            }))}
            onChange={(value) => useExport.setState({ bitrate: value })}
          />
        </fieldset>
      )}
      <DialogActions>
        <CheckRow />
        <Button variant="default" onClick={closeExport}>
          Cancel
        </Button>
        <Button type="submit">Export</Button>
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

function Working({ done, total }: { done: number; total: number }): ReactElement {
  const share = shareOf(done, total)
  return (
    <WorkingStep
      words={`Exporting the script: ${Math.round(share * 100)} %`}
      label="Export progress"
      share={share}
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

function Done({ result, verify }: { result: ExportResult; verify: VerifyExport }): ReactElement {
  const { location, fileName } = result
  return (
    <div className="dialog-step">
      <Outcome state="done">{describeResult(result)}</Outcome>
      <SignedNote location={location} />
      <CheckRow />
      <DialogActions>
        {location.kind === 'download' && <Downloads fileName={fileName} location={location} />}
        {location.kind === 'download' && isSignedExport(useExport.getState().format) && (
          <Button
            variant="default"
            onClick={() => {
              closeExport()
              verify({ fileName, ...location })
            }}
          >
            Verify
          </Button>
        )}
        <Button onClick={closeExport} data-autofocus>
          Done
        </Button>
      </DialogActions>
    </div>
  )
}

/** Whether the file is signed, and whether a .c2pa file belongs to it. */
function SignedNote({ location }: Pick<ExportResult, 'location'>): ReactElement {
  const format = useExport((state) => state.format)
  if (!isSignedExport(format))
    return (
      <p className="text-secondary">
        Not signed: {formatName(format)} files cannot contain a signature.
      </p>
    )
  if (location.kind === 'saved' && location.sidecarPath !== undefined)
    return <p className="text-secondary">Signed. Keep the .c2pa file together with it.</p>
  if (location.kind === 'download' && location.sidecarUrl !== undefined)
    return <p className="text-secondary">Signed. Keep its .c2pa file together with it.</p>
  return <p className="text-secondary">Signed with Content Credentials.</p>
}

type Download = Extract<ExportResult['location'], { kind: 'download' }>

function Downloads(props: {
  readonly fileName: string
  readonly location: Download
}): ReactElement {
  const { fileName, location } = props
  const { url, sidecarUrl } = location
  const icon = <IconDownload size={18} aria-hidden="true" />
  return (
    <>
      {sidecarUrl !== undefined && (
        <Button
          variant="default"
          leftSection={icon}
          onClick={() => download(sidecarUrl, fileName.replace(/\.[^.]+$/, '.c2pa'))}
        >
          Download the .c2pa file
        </Button>
      )}
      <Button variant="default" leftSection={icon} onClick={() => download(url, fileName)}>
        Download again
      </Button>
    </>
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
