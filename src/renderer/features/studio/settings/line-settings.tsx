import { Popover, Textarea } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { setComment } from '#renderer/features/studio/script-commands.ts'
import { usePicker } from '#renderer/features/studio/use-picker.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { PickerAnchor } from '#renderer/ui/picker-anchor.tsx'
import { LINE_SPEED, type ScriptLine } from '#shared/script.ts'
import { DeliverySliders } from './delivery-sliders.tsx'
import { deliveryWords, ownDelivery } from './delivery-words.ts'

const MOST_LETTERS = 2_000

/** How a line is spoken, and the comment beside it. Its popover is rendered only while it is open. */
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
        <Popover opened onDismiss={close} position="bottom-start" shadow="md" trapFocus width={320}>
          <Popover.Target>
            <PickerAnchor />
          </Popover.Target>
          <Popover.Dropdown aria-label={t('line-settings:title', { number })}>
            <DeliverySliders lines={[line]} number={number} />
            <Textarea
              label={t('line-settings:comment.label')}
              autosize
              maxRows={5}
              maxLength={MOST_LETTERS}
              value={line.comment ?? ''}
              onChange={(event) => setComment(line.id, event.currentTarget.value)}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  )
}

/** Comment beside a line, until it is resolved. */
export function LineComment({
  line,
  number,
}: {
  line: ScriptLine
  number: number
}): ReactElement | false {
  if (!line.comment) return false
  return (
    <div
      className="line-comment"
      role="note"
      aria-label={t('line-settings:comment.ofLine', { number })}
    >
      <IconMessage2 size={16} aria-hidden="true" />
      <span dir="auto">{line.comment}</span>
      <button
        type="button"
        className="text-button"
        aria-label={t('line-settings:comment.resolveOfLine', { number })}
        onClick={() => setComment(line.id, '')}
      >
        {t('line-settings:comment.resolve')}
      </button>
    </div>
  )
}
