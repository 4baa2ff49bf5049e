import { Button, Modal, Slider } from '@mantine/core'
import { type ReactElement, useMemo } from 'react'
import { DialogActions } from '#renderer/features/studio/dialog-steps.tsx'
import { setDelivery } from '#renderer/features/studio/script-commands.ts'
import { lengthWords, scriptTime } from '#renderer/features/studio/script-time.ts'
import { deliveryWords } from '#renderer/features/studio/settings/delivery-words.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { gapsOfScript } from '#renderer/features/studio/transport.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { CHAPTER_GAP_SECONDS, LINE_GAP_SECONDS } from '#shared/script.ts'
import { type Gap, linesWithOwnPause, setGap, usePauses } from './pauses-store.ts'

/** Longest pause that a slider offers, in seconds. */
const LONGEST = 10

const GAPS: readonly { readonly gap: Gap; readonly usual: number }[] = [
  { gap: 'lineGap', usual: LINE_GAP_SECONDS },
  { gap: 'chapterGap', usual: CHAPTER_GAP_SECONDS },
]

/** Dialog with the pauses between lines and between chapters, set once for the whole script. */
export function PausesDialog(): ReactElement {
  const { opened } = usePauses()
  const close = (): void => usePauses.setState({ opened: false })
  return (
    <Modal opened={opened} onClose={close} title={t('pauses:title')}>
      <div className="dialog-step">
        <p className="text-secondary">{t('pauses:hint')}</p>
        <div className="delivery-sliders">
          {GAPS.map(({ gap, usual }) => (
            <GapSlider key={gap} gap={gap} usual={usual} />
          ))}
        </div>
        <OwnPauses />
        <ScriptLength />
        <DialogActions>
          <Button onClick={close}>{t('pauses:close')}</Button>
        </DialogActions>
      </div>
    </Modal>
  )
}

function GapSlider({ gap, usual }: { gap: Gap; usual: number }): ReactElement {
  const own = useStudio(({ script }) => script.settings?.[gap])
  const value = own ?? usual
  const words = deliveryWords('pauseAfter')
  return (
    <div className="delivery-slider">
      <div className="delivery-name">
        <span aria-hidden="true">{t(`pauses:gaps.${gap}.name`)}</span>
        <output className="text-secondary">{words(value)}</output>
        <button
          type="button"
          className="text-button"
          hidden={own === undefined || own === usual}
          aria-label={t(`pauses:gaps.${gap}.reset`)}
          onClick={() => setGap(gap, undefined)}
        >
          {t('line-settings:reset')}
        </button>
      </div>
      <Slider
        {...(gap === 'lineGap' && { 'data-autofocus': true })}
        thumbLabel={t(`pauses:gaps.${gap}.name`)}
        {...{ min: 0, max: LONGEST, step: 0.05 }}
        marks={[0, LONGEST / 2, LONGEST].map((mark) => ({ value: mark, label: words(mark) }))}
        value={Math.min(LONGEST, value)}
        label={words}
        onChange={(next) => setGap(gap, Number(next.toFixed(2)))}
      />
    </div>
  )
}

/** Lines that do not follow, because they have a pause of their own. */
function OwnPauses(): ReactElement | false {
  const lines = useStudio(({ script }) => script.lines)
  const own = useMemo(() => linesWithOwnPause(lines), [lines])
  if (own.size === 0) return false
  return (
    <p>
      {t('pauses:own', { count: own.size })}{' '}
      <button
        type="button"
        className="text-button"
        ref={focusIfLost}
        onClick={() => setDelivery(own, 'pauseAfter', undefined)}
      >
        {t('pauses:removeOwn')}
      </button>
    </p>
  )
}

function ScriptLength(): ReactElement {
  const { script, takes } = useStudio()
  const { total, isExact } = scriptTime(
    { lines: script.lines, takes, gaps: gapsOfScript(script) },
    undefined,
  )
  return (
    <p role="status">
      {t(isExact ? 'pauses:length' : 'pauses:lengthAbout', { length: lengthWords(total) })}
    </p>
  )
}
