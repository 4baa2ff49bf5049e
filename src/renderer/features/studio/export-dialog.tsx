import { Button, Modal, Progress, Radio, SegmentedControl, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { BITRATES, FORMATS } from '#shared/formats.ts'
import { FORMAT_CHOICES, hasBitrate } from './export-formats.ts'
import {
  cancelExport,
  closeExport,
  download,
  type ExportResult,
  openExport,
  startExport,
  useExport,
  whereItIs,
} from './export-store.ts'

/** The whole script as one file: choose, wait, have it. */
export function ExportDialog(): ReactElement {
  const { opened, step } = useExport()
  return (
    <Modal opened={opened} onClose={closeExport} title="Export the script" size={560}>
      {step.kind === 'choosing' && <Choices />}
      {step.kind === 'working' && <Working done={step.done} total={step.total} />}
      {step.kind === 'done' && <Done result={step.result} />}
      {step.kind === 'failed' && <Failed message={step.message} />}
    </Modal>
  )
}

function Choices(): ReactElement {
  const { name, format, bitrate } = useExport()
  return (
    <form
      className="export"
      onSubmit={(event) => {
        event.preventDefault()
        startExport()
      }}
    >
      <TextInput
        label="File name"
        value={name}
        maxLength={120}
        rightSection={<span className="quiet">.{FORMATS[format].extension}</span>}
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
          <legend className="field-label">Bitrate, in kilobits per second</legend>
          <SegmentedControl
            fullWidth
            aria-label="Bitrate"
            value={bitrate}
            data={BITRATES.map((value) => ({ value, label: value.replace('k', '') }))}
            onChange={(value) => useExport.setState({ bitrate: value })}
          />
        </fieldset>
      )}
      <div className="dialog-actions">
        <Button variant="default" onClick={closeExport}>
          Cancel
        </Button>
        <Button type="submit">Export</Button>
      </div>
    </form>
  )
}

function Working({ done, total }: { done: number; total: number }): ReactElement {
  const percent = total > 0 ? Math.round((done / total) * 100) : 0
  return (
    <div className="export">
      <p>Speaking and packing the script: {percent} %</p>
      <Progress value={percent} size="lg" animated aria-label="Export progress" />
      <div className="dialog-actions">
        <Button variant="default" onClick={closeExport}>
          Go on in the background
        </Button>
        <Button color="gray" onClick={cancelExport}>
          Cancel the export
        </Button>
      </div>
    </div>
  )
}

function Done({ result }: { result: ExportResult }): ReactElement {
  const { location, fileName } = result
  return (
    <div className="export">
      <p className="outcome" role="status">
        <IconCircleCheck size={28} aria-hidden="true" />
        <span>{whereItIs(result)}</span>
      </p>
      <div className="dialog-actions">
        {location.kind === 'download' && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} />}
            onClick={() => download(location.url, fileName)}
          >
            Download again
          </Button>
        )}
        <Button onClick={closeExport} data-autofocus>
          Done
        </Button>
      </div>
    </div>
  )
}

function Failed({ message }: { message: string }): ReactElement {
  return (
    <div className="export">
      <p className="outcome" role="alert" data-failed>
        <IconAlertTriangle size={28} aria-hidden="true" />
        <span>{message}</span>
      </p>
      <div className="dialog-actions">
        <Button variant="default" onClick={openExport}>
          Change the choices
        </Button>
        <Button onClick={startExport}>Retry</Button>
      </div>
    </div>
  )
}
