import { Button, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { sizeWords } from '#renderer/ui/size-words.ts'
import { NAME_FIELDS } from '#shared/export-names.ts'
import {
  DIVISIONS,
  LOUDNESS_TARGETS,
  NAME_TEMPLATES,
  type PlannedFile,
  TRUE_PEAK,
} from '#shared/export-order.ts'
import { BITRATES, isTextFormat } from '#shared/formats.ts'
import { type ExportForecast, templateOf } from './export-choices.ts'
import { hasBitrate } from './export-formats.ts'
import { choose, useExport } from './export-store.ts'

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
        <Choice name={t('export:lines')}>
          <SegmentedControl
            fullWidth
            aria-label={t('export:lines')}
            value={isSelectionOnly ? 'selection' : 'all'}
            data={[
              { value: 'all', label: t('export:wholeScript') },
              {
                value: 'selection',
                label: t('export:selected', { count: selection.length }),
              },
            ]}
            onChange={(value) => useExport.setState({ isSelectionOnly: value === 'selection' })}
          />
        </Choice>
      )}
      <Choice name={t('export:files')}>
        <SegmentedControl
          fullWidth
          aria-label={t('export:files')}
          value={choices.division}
          data={DIVISIONS.map((value) => ({ value, label: t(`export:divisions.${value}`) }))}
          onChange={(division) => choose({ division })}
        />
      </Choice>
    </>
  )
}

/** Bitrate, where one of the formats has it, and loudness. */
export function SoundChoices(): ReactElement | null {
  const { formats, bitrate, loudness, truePeak } = useExport((state) => state.choices)
  if (formats.every(isTextFormat)) return null
  return (
    <>
      {formats.some(hasBitrate) && (
        <Choice name={t('export:bitrateUnit')}>
          <SegmentedControl
            fullWidth
            aria-label={t('export:bitrate')}
            value={bitrate}
            data={BITRATES.map((value) => ({ value, label: value.replace('k', '') }))}
            onChange={(value) => choose({ bitrate: value })}
          />
        </Choice>
      )}
      <Choice name={t('export:loudness.unit')}>
        <SegmentedControl
          fullWidth
          aria-label={t('export:loudness.label')}
          value={String(loudness ?? 'spoken')}
          data={[
            { value: 'spoken', label: t('export:loudness.asSpoken') },
            ...LOUDNESS_TARGETS.map((target) => ({
              ...{ value: String(target), label: t(`export:loudness.targets.${target}`) },
            })),
          ]}
          onChange={(value) =>
            choose({ loudness: LOUDNESS_TARGETS.find((target) => String(target) === value) })
          }
        />
      </Choice>
      {loudness !== undefined && (
        <NumberInput
          label={t('export:truePeak')}
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
      label={t('export:fileName.label')}
      value={template}
      maxLength={200}
      error={props.problem}
      description={
        <>
          {t('export:fileName.fields', {
            fields: NAME_FIELDS.map((field) => `{${field}}`).join(' '),
          })}
          {template !== NAME_TEMPLATES[division] && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => change(NAME_TEMPLATES[division])}
            >
              {t('export:fileName.useUsual')}
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
  const values = {
    ...{ count: files.length, length: lengthWords(seconds) },
    size: sizeWords(Math.round(bytes)),
  }
  return (
    <div className="export-estimate" role="note" aria-label={t('export:estimate.label')}>
      <p>{files.length === 0 ? t('export:estimate.nothing') : names.join(', ')}</p>
      {files.length > 0 && (
        <p className="text-secondary">
          {more > 0 && `${t('export:estimate.moreNames', { count: more })} `}
          {t(isMeasured ? 'export:estimate.measured' : 'export:estimate.guessed', values)}
        </p>
      )}
    </div>
  )
}

function lengthWords(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return t('export:length.seconds', { seconds: whole })
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? t('export:length.minutes', { minutes, seconds: whole % 60 })
    : t('export:length.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
