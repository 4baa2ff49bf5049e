import { Loader } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled, IconRefresh } from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
import { type Sound, soundOf, soundOfSamples } from '#renderer/features/voices/sound.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import type { Loadable } from '#renderer/ui/loadable.ts'
import { player, useIsPlaying, usePlayer } from '#renderer/ui/shared-player.ts'
import { Waveform } from '#renderer/ui/waveform.tsx'
import type { OwnVoice } from '#shared/clips.ts'
import { hearBoth, hearSound, stopSounds } from './comparing.ts'
import { speakAside } from './speak-aside.ts'

interface Comparison {
  readonly transcript: string
  readonly original: Loadable<Sound>
  readonly clone: Loadable<Sound>
}

const ASKING: Comparison = {
  transcript: '',
  original: { status: 'loading' },
  clone: { status: 'loading' },
}

/** The recording and the voice that was made of it, saying the same. */
export function CompareCloth({ voice }: { voice: OwnVoice }): ReactElement {
  const { id, language } = voice
  const [{ transcript, original, clone }, again] = useComparison(id, language)
  const takes = { original: `original ${id}`, clone: `clone ${id}` }
  const { takeId } = usePlayer()
  const isHeard = takeId === takes.original || takeId === takes.clone
  const canCompare = original.status === 'loaded' && clone.status === 'loaded'
  const compare = (): void => {
    if (isHeard) stopSounds()
    else if (canCompare)
      hearBoth(
        { takeId: takes.original, sound: original.value },
        { takeId: takes.clone, sound: clone.value },
      )
  }
  return (
    <section className="cloth dyed compare" aria-label="Original and clone">
      <div className="compare-head">
        <p lang={language}>{transcript}</p>
        {clone.status === 'failed' ? (
          <button type="button" className="trim-play" onClick={again}>
            <IconRefresh size={20} aria-hidden="true" /> Try again
          </button>
        ) : (
          <button type="button" className="trim-play" disabled={!canCompare} onClick={compare}>
            {isHeard ? <IconPlayerStopFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
            {isHeard ? 'Stop' : 'Compare'}
          </button>
        )}
      </div>
      <Row name="Original" takeId={takes.original} asked={original} />
      <Row name="Clone" takeId={takes.clone} asked={clone} />
    </section>
  )
}

interface RowProps {
  readonly name: string
  readonly takeId: string
  readonly asked: Loadable<Sound>
}

function Row({ name, takeId, asked }: RowProps): ReactElement {
  const isHeard = useIsPlaying(takeId)
  const sound = asked.status === 'loaded' ? asked.value : undefined
  return (
    <div className="compare-row">
      <button
        type="button"
        className="on-dye compare-play"
        aria-label={isHeard ? `Stop ${name}` : `Play ${name}`}
        aria-pressed={isHeard}
        disabled={!sound}
        onClick={() => sound && hearSound(takeId, sound)}
      >
        {isHeard ? <IconPlayerStopFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
      </button>
      <div className="compare-name">
        <strong>{name}</strong>
        {sound && <span>{sound.seconds.toFixed(1)} s</span>}
      </div>
      <div className="compare-wave">
        {sound && (
          <Waveform
            peaks={sound.peaks}
            seconds={sound.seconds}
            expectedSeconds={sound.seconds}
            position={isHeard ? player.position : atStart}
            moving={isHeard}
            onSeek={(to) => hearSound(takeId, sound, to)}
            label={`Waveform of ${name}`}
          />
        )}
        {asked.status === 'loading' && (
          <Loader type="dots" color="var(--resist)" aria-label={`Waiting for ${name}`} />
        )}
        {asked.status === 'failed' && <p role="alert">{asked.reason}</p>}
      </div>
    </div>
  )
}

function atStart(): number {
  return 0
}

/** The recording, then the clone reading its transcript; both anew for another voice, or when asked again. */
function useComparison(id: string, language: string): readonly [Comparison, () => void] {
  const [round, setRound] = useState(0)
  const [comparison, setComparison] = useState(ASKING)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks for the same anew
  useEffect(() => {
    setComparison(ASKING)
    const leaving = new AbortController()
    const { signal } = leaving
    const become = (part: Partial<Comparison>): void => {
      if (!signal.aborted) setComparison((before) => ({ ...before, ...part }))
    }
    const load = async (): Promise<void> => {
      const { pcm, transcript } = await call('voices.recording', { id })
      become({ transcript, original: { status: 'loaded', value: soundOf(pcm) } })
      signal.throwIfAborted()
      const samples = await speakAside({ text: transcript, voice: id, language }, signal)
      become({ clone: { status: 'loaded', value: soundOfSamples(samples) } })
    }
    load().catch((error) =>
      setComparison(({ original, ...rest }) => {
        if (signal.aborted) return { original, ...rest }
        const failed = { status: 'failed', reason: errorMessage(error) } as const
        return {
          ...rest,
          original: original.status === 'loading' ? failed : original,
          clone: failed,
        }
      }),
    )
    return () => {
      leaving.abort(new Error('Nobody waits for it.'))
      // Only what is heard here: the script goes on sounding on every screen.
      const { takeId } = player.state()
      if (takeId === `original ${id}` || takeId === `clone ${id}`) stopSounds()
    }
  }, [id, language, round])
  return [comparison, () => setRound(round + 1)]
}
