import { Loader, NumberInput, Switch } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled, IconScissors } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Sound } from '#renderer/features/voices/sound.ts'
import { player, usePlayer } from '#renderer/ui/shared-player.ts'
import { Waveform } from '#renderer/ui/waveform.tsx'
import { type Review, soundInUse, useReview } from './review-store.ts'
import { changeReview, hearClip, setCleaned, takeIdOf } from './reviewing.ts'
import { type Edge, moveEdge, rangeOf, withoutSilence } from './trim.ts'
import { TrimHandle } from './trim-handle.tsx'

/** The recording as it sounds and looks, with what of it is used. */
export function TrimCloth(): ReactElement {
  const state = useReview()
  const { review } = state
  const sound = soundInUse(state)
  return (
    <section className="cloth dyed trim-cloth" aria-label="The recording">
      {review && sound ? (
        <Trimmed review={review} sound={sound} />
      ) : (
        <div className="trim-waiting" role="status">
          <Loader type="dots" color="var(--resist)" aria-hidden="true" />
          {review?.isCleaned ? 'Taking the noise out…' : 'Reading the recording…'}
        </div>
      )}
      {review && <CleanUp review={review} />}
    </section>
  )
}

const EDGES: readonly Edge[] = ['start', 'end']

interface Trimming {
  readonly review: Review
  readonly sound: Sound
}

function Trimmed({ review, sound }: Trimming): ReactElement {
  const { kept } = review
  const { seconds, peaks } = sound
  const { takeId, status } = usePlayer()
  const locked = useReview(({ making }) => making !== undefined)
  const isHere = takeId === takeIdOf(review.clip.clipId)
  const tight = withoutSilence(peaks[0], seconds)
  const canTighten = tight !== undefined && (tight.start !== kept.start || tight.end !== kept.end)
  const move = (edge: Edge, to: number): void => {
    if (locked) return
    const moved = moveEdge(kept, edge, to, seconds)
    if (moved[edge] !== kept[edge]) changeReview({ kept: moved })
  }
  const position = (): number => kept.start + (isHere ? player.position() : 0)
  return (
    <>
      <div className="trim-wave">
        <Waveform
          peaks={peaks}
          seconds={seconds}
          expectedSeconds={seconds}
          position={position}
          moving={isHere && status === 'playing'}
          onSeek={(to) => hearClip(Math.max(kept.start, Math.min(kept.end, to)))}
          label="Waveform of the recording"
        />
        <div className="trim-cut" style={{ left: 0, width: part(kept.start, seconds) }} />
        <div className="trim-cut" style={{ right: 0, left: part(kept.end, seconds) }} />
        {EDGES.map((edge) => (
          <TrimHandle key={edge} {...{ edge, kept, seconds, locked }} onMove={move} />
        ))}
      </div>
      <div className="trim-row">
        <button type="button" className="trim-play" onClick={() => hearClip()}>
          {isHere ? <IconPlayerStopFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
          {isHere ? 'Stop' : 'Play'}
        </button>
        {EDGES.map((edge) => (
          <EdgeNumber key={edge} {...{ edge, kept, seconds, locked }} onMove={move} />
        ))}
        <span className="trim-length">{(kept.end - kept.start).toFixed(1)} s are used</span>
        {canTighten && !locked && (
          <button type="button" className="on-dye" onClick={() => changeReview({ kept: tight })}>
            <IconScissors size={18} aria-hidden="true" /> Cut the silence off
          </button>
        )}
      </div>
    </>
  )
}

interface EdgeNumberProps {
  readonly edge: Edge
  readonly kept: Review['kept']
  readonly seconds: number
  /** While a voice is made of it. */
  readonly locked: boolean
  readonly onMove: (edge: Edge, to: number) => void
}

function EdgeNumber({ edge, kept, seconds, locked, onMove }: EdgeNumberProps): ReactElement {
  const { min, max } = rangeOf(kept, edge, seconds)
  return (
    <NumberInput
      className="trim-number"
      label={edge === 'start' ? 'From' : 'to'}
      disabled={locked}
      aria-label={edge === 'start' ? 'Used from second' : 'Used to second'}
      suffix=" s"
      size="sm"
      decimalScale={2}
      step={0.1}
      min={min}
      max={max}
      clampBehavior="blur"
      value={kept[edge]}
      onChange={(value) => {
        // What is half typed is set right when the field is left.
        if (typeof value === 'number' && value >= min && value <= max) onMove(edge, value)
      }}
    />
  )
}

function CleanUp({ review }: { review: Review }): ReactElement {
  const cleaned = useReview((state) => state.cleaned)
  const making = useReview((state) => state.making)
  return (
    <div className="clean-up">
      <Switch
        label="Take the noise out"
        description="Hear it with and without. The recording itself stays as it is."
        checked={review.isCleaned}
        disabled={making !== undefined}
        onChange={(event) => setCleaned(event.currentTarget.checked)}
      />
      {review.isCleaned && cleaned?.status === 'failed' && (
        <p role="alert">The noise could not be taken out. {cleaned.reason}</p>
      )}
    </div>
  )
}

function part(seconds: number, whole: number): string {
  return `${(100 * seconds) / Math.max(whole, 0.01)}%`
}
