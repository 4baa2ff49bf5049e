import './settings.css'
import { Slider } from '@mantine/core'
import type { ReactElement } from 'react'
import { openPauses } from '#renderer/features/studio/pauses/pauses-store.ts'
import { type Delivery, setDelivery } from '#renderer/features/studio/script-commands.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { LINE_SPEED, PITCH, type ScriptLine, VOLUME } from '#shared/script.ts'
import { usualPause } from '#shared/script-gaps.ts'
import { deliveryWords } from './delivery-words.ts'

/** Longest pause that the slider offers, in seconds. */
const LONGEST_PAUSE = 10

interface Control {
  readonly field: keyof Delivery
  readonly min: number
  readonly max: number
  readonly step: number
  readonly marks: readonly number[]
}

const CONTROLS: readonly Control[] = [
  { field: 'speed', ...LINE_SPEED, step: 0.05, marks: [0.5, 1, 2] },
  { field: 'pitch', ...PITCH, step: 0.5, marks: [-6, 0, 6] },
  { field: 'volume', ...VOLUME, step: 1, marks: [-20, 0, 10] },
  {
    field: 'pauseAfter',
    ...{ min: 0, max: LONGEST_PAUSE, step: 0.05, marks: [0, 5, 10] },
  },
]

/** Speed, pitch, volume and pause of lines; where they differ, a slider stands at the first line's and says so. */
export function DeliverySliders(props: {
  readonly lines: readonly ScriptLine[]
  /** Number of the line, if they are not the selected ones. */
  readonly number?: number
  /** Closes what the sliders are in. */
  readonly onClose: () => void
}): ReactElement {
  const { lines, number, onClose } = props
  const pause = useStudio(({ script }) => usualPause(script, lines[0]?.id ?? ''))
  const ids = new Set(lines.map(({ id }) => id))
  return (
    <div className="delivery-sliders">
      {CONTROLS.map((control) => (
        <DeliverySlider
          key={control.field}
          {...{ control, lines, ids, number }}
          normal={control.field === 'pauseAfter' ? pause : control.field === 'speed' ? 1 : 0}
        />
      ))}
      <button
        type="button"
        className="text-button pauses-of-all"
        onClick={() => {
          onClose()
          openPauses()
        }}
      >
        {t('pauses:ofAll')}
      </button>
    </div>
  )
}

function DeliverySlider(props: {
  readonly control: Control
  readonly lines: readonly ScriptLine[]
  readonly ids: ReadonlySet<string>
  readonly number: number | undefined
  readonly normal: number
}): ReactElement {
  const { control, lines, ids, number, normal } = props
  const { field, min, max, step } = control
  const values = new Set(lines.map((line) => line[field]))
  const value = lines[0]?.[field]
  const words = deliveryWords(field)
  const isChanged = values.size > 1 || (value !== undefined && value !== normal)
  return (
    <div className="delivery-slider">
      <div className="delivery-name">
        <span aria-hidden="true">{t(`line-settings:controls.${field}.name`)}</span>
        <output className="text-secondary">
          {values.size > 1 ? t('line-settings:different') : words(value ?? normal)}
        </output>
        <button
          type="button"
          className="text-button"
          hidden={!isChanged}
          aria-label={
            number === undefined
              ? t(`line-settings:controls.${field}.resetSelected`)
              : t(`line-settings:controls.${field}.reset`, { number })
          }
          onClick={() => setDelivery(ids, field, field === 'speed' ? LINE_SPEED.normal : undefined)}
        >
          {t('line-settings:reset')}
        </button>
      </div>
      <Slider
        {...(field === 'speed' && { 'data-autofocus': true })}
        thumbLabel={
          number === undefined
            ? t(`line-settings:controls.${field}.ofSelected`)
            : t(`line-settings:controls.${field}.ofLine`, { number })
        }
        {...{ min, max, step }}
        marks={control.marks.map((mark) => ({ value: mark, label: words(mark) }))}
        value={Math.min(max, value ?? normal)}
        label={words}
        onChange={(next) => setDelivery(ids, field, toStored(field, Number(next.toFixed(2))))}
      />
    </div>
  )
}

/** What a line need not say is left out: pitch and volume of 0. A pause of 0 is a choice. */
function toStored(field: keyof Delivery, value: number): number | undefined {
  return value === 0 && (field === 'pitch' || field === 'volume') ? undefined : value
}
