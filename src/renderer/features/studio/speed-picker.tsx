import { Popover, Slider } from '@mantine/core'
import type { ReactElement } from 'react'
import { PickerAnchor } from '#renderer/ui/picker-anchor.tsx'
import { LINE_SPEED, type ScriptLine } from '#shared/script.ts'
import { setSpeed } from './script-commands.ts'
import { usePicker } from './use-picker.ts'

const MARKS = [LINE_SPEED.min, LINE_SPEED.normal, LINE_SPEED.max].map((value) => ({
  value,
  label: `${value.toFixed(1)}×`,
}))

/** Picker for the speed of a line. Its slider is rendered only while it is open. */
export function SpeedPicker({ line, number }: { line: ScriptLine; number: number }): ReactElement {
  const { opened, button, toggle, close } = usePicker()
  const speed = `${Number(line.speed.toFixed(2))}×`
  return (
    <div className="picker">
      <button
        ref={button}
        type="button"
        className="speed-button"
        data-changed={line.speed !== LINE_SPEED.normal || undefined}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-label={`Speed of line ${number}: ${speed}`}
        title="Speed"
        onClick={toggle}
      >
        {speed}
      </button>
      {opened && (
        <Popover opened onDismiss={close} position="bottom-start" shadow="md" trapFocus width={280}>
          <Popover.Target>
            <PickerAnchor />
          </Popover.Target>
          <Popover.Dropdown aria-label={`Speed of line ${number}`}>
            <div className="speed-slider">
              <Slider
                data-autofocus
                thumbLabel={`Speed of line ${number}`}
                min={LINE_SPEED.min}
                max={LINE_SPEED.max}
                step={0.05}
                marks={MARKS}
                value={line.speed}
                label={(value) => `${value.toFixed(2)}×`}
                onChange={(value) => setSpeed(line.id, Number(value.toFixed(2)))}
              />
            </div>
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  )
}
