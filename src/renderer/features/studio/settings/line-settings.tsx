import { Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import { usePicker } from '#renderer/features/studio/use-picker.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { FITTING } from '#renderer/ui/fitting-popover.ts'
import { PickerAnchor } from '#renderer/ui/picker-anchor.tsx'
import { LINE_SPEED, type ScriptLine } from '#shared/script.ts'
import { DeliverySliders } from './delivery-sliders.tsx'
import { deliveryWords, ownDelivery } from './delivery-words.ts'

/** How a line is spoken. Its popover is rendered only while it is open. */
export function LineSettings({ line, number }: { line: ScriptLine; number: number }): ReactElement {
  const { opened, button, toggle, close } = usePicker()
  const speed = deliveryWords('speed')(line.speed)
  const own = ownDelivery(line)
  return (
    <div className="picker">
      <button
        ref={button}
        type="button"
        className="speed-button"
        data-changed={line.speed !== LINE_SPEED.normal || own.length > 0 || undefined}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-label={[t('line-settings:speedOfLine', { number, speed }), ...own].join(', ')}
        title={t('line-settings:what')}
        onClick={toggle}
      >
        {[speed, ...own].join(' · ')}
      </button>
      {opened && (
        <Popover
          opened
          onDismiss={close}
          position="bottom-start"
          shadow="md"
          trapFocus
          width={320}
          middlewares={FITTING}
        >
          <Popover.Target>
            <PickerAnchor />
          </Popover.Target>
          <Popover.Dropdown
            className="line-settings"
            aria-label={t('line-settings:title', { number })}
          >
            <DeliverySliders lines={[line]} number={number} onClose={close} />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  )
}
