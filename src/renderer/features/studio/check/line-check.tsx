import { t } from '#renderer/i18n/i18n.ts'
import './line-check.css'
import { Button } from '@mantine/core'
import { IconEar, IconEarScan, IconPlayerPlayFilled } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { type LineState, takeKey } from '#renderer/features/studio/line-state.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { seekInTake } from '#renderer/features/studio/transport.ts'
import type { Reading } from '#shared/reading.ts'
import type { ScriptLine } from '#shared/script.ts'
import { currentCheck, findingWords } from './check-summary.ts'
import { acceptTake, checkLines, speakAgainSlower, useChecks } from './take-checks.ts'

interface LineCheckProps {
  readonly line: ScriptLine
  readonly number: number
}

function useCurrentCheck(line: ScriptLine) {
  const takes = useStudio((state) => state.takes)
  return useChecks(({ checks }) => currentCheck(line, takes, checks))
}

/** In the head of a line: the way to check its take, and how that ended. */
export function LineCheckStatus(
  props: LineCheckProps & { readonly state: LineState },
): ReactElement | undefined {
  const { line, number, state } = props
  const check = useCurrentCheck(line)
  const isWaiting = useChecks(({ waiting }) => waiting.includes(line.id))
  if (state !== 'ready') return undefined
  if (isWaiting || check?.state === 'checking')
    return <span className="line-check-state">{t('check:state.checking')}</span>
  if (check?.state === 'done')
    return (
      <span
        className="line-check-state"
        data-right={check.reading.findings.length === 0 || undefined}
      >
        <IconEarScan size={18} aria-hidden="true" />
        {t(check.reading.findings.length === 0 ? 'check:state.right' : 'check:state.doubtful')}
      </span>
    )
  return (
    <button
      type="button"
      className="line-check-button"
      aria-label={t('check:check.line', { number: String(number) })}
      title={t('check:check.hint')}
      onClick={() => checkLines([line])}
    >
      <IconEar size={16} aria-hidden="true" />
      {t('check:check.short')}
    </button>
  )
}

/** Below the text of a line: what its take has that the text has not, or the other way round. */
export function LineCheckBox({ line, number }: LineCheckProps): ReactElement | undefined {
  const check = useCurrentCheck(line)
  if (check?.state === 'failed' && !check.lacksPack)
    return (
      <div className="line-error" role="alert">
        <span>{t('check:failed', { reason: check.message })}</span>
        <button
          type="button"
          className="text-button"
          aria-label={t('check:check.again', { number: String(number) })}
          onClick={() => checkLines([line])}
        >
          {t('check:tryAgain')}
        </button>
      </div>
    )
  if (check?.state !== 'done' || check.reading.findings.length === 0) return undefined
  return <Findings line={line} number={number} reading={check.reading} />
}

function Findings({
  line,
  number,
  reading,
}: LineCheckProps & { readonly reading: Reading }): ReactElement {
  return (
    <section
      className="line-check"
      aria-label={t('check:findings.ofLine', { number: String(number) })}
    >
      <ul>
        {reading.findings.map((finding) => (
          <li key={`${finding.kind} ${finding.from} ${finding.heard}`} data-kind={finding.kind}>
            <span>
              {findingWords(finding)}
              {!finding.isSure && (
                <span className="text-secondary"> {t('check:findings.notSure')}</span>
              )}
            </span>
            {finding.start !== undefined && (
              <HearButton line={line} from={finding.start} what={findingWords(finding)} />
            )}
          </li>
        ))}
      </ul>
      <p className="text-secondary">
        {t(reading.basis === 'words' ? 'check:basis.words' : 'check:basis.sound')}
      </p>
      <div className="line-check-actions">
        <Button size="compact-sm" variant="default" onClick={() => speakAgainSlower([line])}>
          {t('check:speakAgain')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => acceptTake(line)}>
          {t('check:accept')}
        </Button>
      </div>
    </section>
  )
}

/** Plays the take from shortly before a place. */
function HearButton(props: {
  readonly line: ScriptLine
  readonly from: number
  readonly what: string
}): ReactElement | undefined {
  const { line, from, what } = props
  const take = useStudio((state) => state.takes[line.id])
  if (take?.key !== takeKey(line)) return undefined
  return (
    <button
      type="button"
      className="text-button line-check-hear"
      aria-label={t('check:hear.what', { what })}
      onClick={() => seekInTake(line, take, Math.max(0, from - 0.5))}
    >
      <IconPlayerPlayFilled size={14} aria-hidden="true" />
      {t('check:hear.short')}
    </button>
  )
}
