import { Button, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { sizeWords } from '#renderer/ui/size-words.ts'
import { NAME_FIELDS } from '#shared/export-names.ts'
import {
  DIVISIONS,
  type Division,
  LOUDNESS_TARGETS,
  NAME_TEMPLATES,
  type PlannedFile,
  TRUE_PEAK,
} from '#shared/export-order.ts'
import { BITRATES, isTextFormat } from '#shared/formats.ts'
import { type ExportForecast, templateOf } from './export-choices.ts'
import { hasBitrate } from './export-formats.ts'
import { choose, useExport } from './export-store.ts'

const DIVISION_NAMES: Readonly<Record<Division, string>> = {
  whole: 'One file',
  chapters: 'One per chapter',
  lines: 'One per line',
}

function Choice(props: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <fieldset className="export-choice">
      <legend className="field-label">{props.name}</legend>
      {props.children}
    </fieldset>
  )
}

/** Which lines are exported, and how they are divided. */
export function WhatChoices(): ReactElement {
  const { choices, selection, isSelectionOnly } = useExport()
  return (
    <>
      {selection.length > 0 && (
        <Choice name="Lines">
          <SegmentedControl
            fullWidth
            aria-label="Lines"
            value={isSelectionOnly ? 'selection' : 'all'}
            data={[
              { value: 'all', label: 'The whole script' },
              {
                value: 'selection',
                label:
                  selection.length === 1 ? 'The selected line' : `${selection.length} selected`,
              },
            ]}
            onChange={(value) => useExport.setState({ isSelectionOnly: value === 'selection' })}
          />
        </Choice>
      )}
      <Choice name="Files">
        <SegmentedControl
          fullWidth
          aria-label="Files"
          value={choices.division}
          data={DIVISIONS.map((value) => ({ value, label: DIVISION_NAMES[value] }))}
          onChange={(division) => choose({ division })}
        />
      </Choice>
    </>
  )
}

const LOUDNESS_NAMES: Readonly<Record<string, string>> = {
  '-16': '−16 podcast',
  '-23': '−23 broadcast',
}

/** Bitrate, where one of the formats has it, and loudness. */
export function SoundChoices(): ReactElement | null {
  const { formats, bitrate, loudness, truePeak } = useExport((state) => state.choices)
  if (formats.every(isTextFormat)) return null
  return (
    <>
      {formats.some(hasBitrate) && (
        <Choice name="Bitrate in kbit/s">
          <SegmentedControl
            fullWidth
            aria-label="Bitrate"
            value={bitrate}
            data={BITRATES.map((value) => ({ value, label: value.replace('k', '') }))}
            onChange={(value) => choose({ bitrate: value })}
          />
        </Choice>
      )}
      <Choice name="Loudness in LUFS (EBU R128)">
        <SegmentedControl
          fullWidth
          aria-label="Loudness"
          value={String(loudness ?? 'spoken')}
          data={[
            { value: 'spoken', label: 'As spoken' },
            ...LOUDNESS_TARGETS.map(String).map((value) => ({
              ...{ value, label: LOUDNESS_NAMES[value] ?? value },
            })),
          ]}
          onChange={(value) =>
            choose({ loudness: LOUDNESS_TARGETS.find((target) => String(target) === value) })
          }
        />
      </Choice>
      {loudness !== undefined && (
        <NumberInput
          label="Highest true peak in dBTP"
          {...{ min: TRUE_PEAK.min, max: TRUE_PEAK.max, step: 0.5, value: truePeak }}
          onChange={(value) => {
            if (typeof value === 'number') choose({ truePeak: value })
          }}
        />
      )}
    </>
  )
}

/** Template of file names, with the fields that it may have and the name that comes of it. */
export function FileNameField(props: {
  readonly files: readonly PlannedFile[]
  readonly problem: string | undefined
}): ReactElement {
  const { choices } = useExport()
  const template = templateOf(choices)
  const { division, templates } = choices
  const change = (value: string): void => choose({ templates: { ...templates, [division]: value } })
  return (
    <TextInput
      label="File name"
      value={template}
      maxLength={200}
      error={props.problem}
      description={
        <>
          Fields: {NAME_FIELDS.map((field) => `{${field}}`).join(' ')}
          {template !== NAME_TEMPLATES[division] && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => change(NAME_TEMPLATES[division])}
            >
              Use the usual name
            </Button>
          )}
        </>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

/** Shown of the names of many files. */
const SHOWN_NAMES = 3

/** Names, length and size of what will be made. */
export function ExportEstimate({ plan }: { plan: ExportForecast }): ReactElement {
  const { files, seconds, bytes, isMeasured } = plan
  const names = files.slice(0, SHOWN_NAMES).map(({ fileName }) => fileName)
  const more = files.length - names.length
  const count = files.length === 1 ? '1 file' : `${files.length} files`
  return (
    <div className="export-estimate" role="note" aria-label="What will be made">
      <p>{files.length === 0 ? 'Nothing to export yet.' : names.join(', ')}</p>
      {files.length > 0 && (
        <p className="text-secondary">
          {more > 0 && `and ${more} more. `}
          {count}, {isMeasured ? '' : 'about '}
          {lengthWords(seconds)}, about {sizeWords(Math.round(bytes))}
        </p>
      )}
    </div>
  )
}

function lengthWords(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
