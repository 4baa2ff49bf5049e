import { Loader, NumberInput, Switch } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled, IconScissors } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { PlayableAudio } from '#renderer/features/voices/playable-audio.ts'
import { tenths } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { player, usePlayer } from '#renderer/ui/shared-player.ts'
import { Waveform } from '#renderer/ui/waveform.tsx'
import { changeReview, clipTakeId, setDenoised, toggleClip } from './review-actions.ts'
import { currentSound, useReview, type VoiceDraft } from './review-store.ts'
import { type Edge, edgeLimits, moveEdge, trimSilence } from './trim.ts'
import { TrimHandle } from './trim-handle.tsx'

/** Waveform of the recording with the used range. */
export function TrimPanel(): ReactElement {
  const state = useReview()
  const { review } = state
  const sound = currentSound(state)
  return (
    <section className="panel audio-panel trim-panel" aria-label={t('voices:review.recording')}>
      {review && sound ? (
        <TrimEditor review={review} sound={sound} />
      ) : (
        <div className="trim-loading" role="status">
          <Loader type="dots" color="var(--panel-text)" aria-hidden="true" />
          {t(review?.isDenoised ? 'voices:review.noise.removing' : 'voices:review.loading')}
        </div>
      )}
      {review && <NoiseSwitch review={review} />}
    </section>
  )
}

const EDGES: readonly Edge[] = ['start', 'end']

interface TrimEditorProps {
  readonly review: VoiceDraft
  readonly sound: PlayableAudio
}

function TrimEditor({ review, sound }: TrimEditorProps): ReactElement {
  const { range } = review
  const { seconds, peaks } = sound
  const { takeId, status } = usePlayer()
  const locked = useReview(({ creation }) => creation !== undefined)
  const isLoaded = takeId === clipTakeId(review.clip.clipId)
  const trimmed = trimSilence(peaks[0], seconds)
  const canTrimSilence =
    trimmed !== undefined && (trimmed.start !== range.start || trimmed.end !== range.end)
  const move = (edge: Edge, to: number): void => {
    if (locked) return
    const moved = moveEdge(range, edge, to, seconds)
    if (moved[edge] !== range[edge]) changeReview({ range: moved })
  }
  const position = (): number => range.start + (isLoaded ? player.position() : 0)
  return (
    <>
      <div className="trim-waveform">
        <Waveform
          peaks={peaks}
          seconds={seconds}
          expectedSeconds={seconds}
          position={position}
          moving={isLoaded && status === 'playing'}
          onSeek={(to) => toggleClip(Math.max(range.start, Math.min(range.end, to)))}
          label={t('voices:review.waveform')}
        />
        <div className="trim-excluded" style={{ left: 0, width: percent(range.start, seconds) }} />
        <div className="trim-excluded" style={{ right: 0, left: percent(range.end, seconds) }} />
        {EDGES.map((edge) => (
          <TrimHandle key={edge} {...{ edge, range, seconds, locked }} onMove={move} />
        ))}
      </div>
      <div className="trim-row">
        <button type="button" className="trim-play" onClick={() => toggleClip()}>
          {isLoaded ? <IconPlayerStopFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
          {t(isLoaded ? 'voices:review.stop' : 'voices:review.play')}
        </button>
        {EDGES.map((edge) => (
          <EdgeInput key={edge} {...{ edge, range, seconds, locked }} onMove={move} />
        ))}
        <span className="trim-length">
          {t('voices:review.used', { seconds: tenths(range.end - range.start) })}
        </span>
        {canTrimSilence && !locked && (
          <button
            type="button"
            className="panel-button"
            onClick={() => changeReview({ range: trimmed })}
          >
            <IconScissors size={18} aria-hidden="true" /> {t('voices:review.trimSilence')}
          </button>
        )}
      </div>
    </>
  )
}

interface EdgeInputProps {
  readonly edge: Edge
  readonly range: VoiceDraft['range']
  readonly seconds: number
  /** Whether a voice is being created. */
  readonly locked: boolean
  readonly onMove: (edge: Edge, to: number) => void
}

function EdgeInput({ edge, range, seconds, locked, onMove }: EdgeInputProps): ReactElement {
  const { min, max } = edgeLimits(range, edge, seconds)
  return (
    <NumberInput
      className="trim-input"
      label={t(`voices:review.edges.${edge}.label`)}
      disabled={locked}
      aria-label={t(`voices:review.edges.${edge}.input`)}
      suffix={` ${t('voices:review.secondsUnit')}`}
      size="sm"
      decimalScale={2}
      step={0.1}
      min={min}
      max={max}
      clampBehavior="blur"
      value={range[edge]}
      onChange={(value) => {
        // An incomplete number is corrected when the field loses the focus.
        if (typeof value === 'number' && value >= min && value <= max) onMove(edge, value)
      }}
    />
  )
}

function NoiseSwitch({ review }: { review: VoiceDraft }): ReactElement {
  const denoised = useReview((state) => state.denoised)
  const creation = useReview((state) => state.creation)
  return (
    <div className="noise-switch">
      <Switch
        label={t('voices:review.noise.remove')}
        description={t('voices:review.noise.hint')}
        checked={review.isDenoised}
        disabled={creation !== undefined}
        onChange={(event) => setDenoised(event.currentTarget.checked)}
      />
      {review.isDenoised && denoised?.status === 'failed' && (
        <p role="alert">{t('voices:review.noise.notRemoved', { reason: denoised.reason })}</p>
      )}
    </div>
  )
}

function percent(seconds: number, whole: number): string {
  return `${(100 * seconds) / Math.max(whole, 0.01)}%`
}
