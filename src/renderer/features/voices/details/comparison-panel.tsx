import { Loader } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlayerStopFilled, IconRefresh } from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
import {
  type PlayableAudio,
  playableFromPcm,
  playableFromSamples,
} from '#renderer/features/voices/playable-audio.ts'
import { tenths } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import type { Loadable } from '#renderer/ui/loadable.ts'
import { player, useIsPlaying, usePlayer } from '#renderer/ui/shared-player.ts'
import { Waveform } from '#renderer/ui/waveform.tsx'
import type { OwnVoice } from '#shared/clips.ts'
import { playInSequence, stopPlayback, toggleSound } from './comparison-playback.ts'
import { synthesizeText } from './synthesize-text.ts'

interface Comparison {
  readonly transcript: string
  readonly original: Loadable<PlayableAudio>
  readonly clone: Loadable<PlayableAudio>
}

const LOADING: Comparison = {
  transcript: '',
  original: { status: 'loading' },
  clone: { status: 'loading' },
}

/** Recording and clone side by side, with the same text. */
export function ComparisonPanel({ voice }: { voice: OwnVoice }): ReactElement {
  const { id, language } = voice
  const [{ transcript, original, clone }, reload] = useComparison(id, language)
  const takes = { original: `original ${id}`, clone: `clone ${id}` }
  const { takeId } = usePlayer()
  const isPlaying = takeId === takes.original || takeId === takes.clone
  const canCompare = original.status === 'loaded' && clone.status === 'loaded'
  const compare = (): void => {
    if (isPlaying) stopPlayback()
    else if (canCompare)
      playInSequence(
        { takeId: takes.original, sound: original.value },
        { takeId: takes.clone, sound: clone.value },
      )
  }
  return (
    <section
      className="panel audio-panel compare"
      aria-label={t('voices:details.comparison.label')}
    >
      <div className="compare-head">
        <p lang={language}>{transcript}</p>
        {clone.status === 'failed' ? (
          <button type="button" className="trim-play" onClick={reload}>
            <IconRefresh size={20} aria-hidden="true" /> {t('voices:details.comparison.tryAgain')}
          </button>
        ) : (
          <button type="button" className="trim-play" disabled={!canCompare} onClick={compare}>
            {isPlaying ? <IconPlayerStopFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
            {t(isPlaying ? 'voices:details.comparison.stop' : 'voices:details.comparison.compare')}
          </button>
        )}
      </div>
      <Row kind="original" takeId={takes.original} loadable={original} />
      <Row kind="clone" takeId={takes.clone} loadable={clone} />
    </section>
  )
}

interface RowProps {
  readonly kind: 'original' | 'clone'
  readonly takeId: string
  readonly loadable: Loadable<PlayableAudio>
}

function Row({ kind, takeId, loadable }: RowProps): ReactElement {
  const isPlaying = useIsPlaying(takeId)
  const words = `voices:details.comparison.takes.${kind}` as const
  const sound = loadable.status === 'loaded' ? loadable.value : undefined
  return (
    <div className="compare-row">
      <button
        type="button"
        className="panel-button compare-play"
        aria-label={t(`${words}.${isPlaying ? 'stop' : 'play'}`)}
        aria-pressed={isPlaying}
        disabled={!sound}
        onClick={() => sound && toggleSound(takeId, sound)}
      >
        {isPlaying ? <IconPlayerStopFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
      </button>
      <div className="compare-name">
        <strong>{t(`${words}.name`)}</strong>
        {sound && <span>{t('voices:clip.seconds', { seconds: tenths(sound.seconds) })}</span>}
      </div>
      <div className="compare-waveform">
        {sound && (
          <Waveform
            peaks={sound.peaks}
            seconds={sound.seconds}
            expectedSeconds={sound.seconds}
            position={isPlaying ? player.position : atStart}
            moving={isPlaying}
            onSeek={(to) => toggleSound(takeId, sound, to)}
            label={t(`${words}.waveform`)}
          />
        )}
        {loadable.status === 'loading' && (
          <Loader type="dots" color="var(--panel-text)" aria-label={t(`${words}.loading`)} />
        )}
        {loadable.status === 'failed' && <p role="alert">{loadable.reason}</p>}
      </div>
    </div>
  )
}

function atStart(): number {
  return 0
}

/** Loads the recording, then the clone reading its transcript. Reloads both for another voice or on request. */
function useComparison(id: string, language: string): readonly [Comparison, () => void] {
  const [round, setRound] = useState(0)
  const [comparison, setComparison] = useState(LOADING)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` triggers a reload
  useEffect(() => {
    setComparison(LOADING)
    const controller = new AbortController()
    const { signal } = controller
    const update = (part: Partial<Comparison>): void => {
      if (!signal.aborted) setComparison((before) => ({ ...before, ...part }))
    }
    const load = async (): Promise<void> => {
      const { pcm, transcript } = await call('voices.recording', { id })
      update({ transcript, original: { status: 'loaded', value: playableFromPcm(pcm) } })
      signal.throwIfAborted()
      const samples = await synthesizeText({ text: transcript, voice: id, language }, signal)
      update({ clone: { status: 'loaded', value: playableFromSamples(samples) } })
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
      controller.abort(new Error('closed'))
      // Stops only its own audio; the script keeps playing on every screen.
      const { takeId } = player.state()
      if (takeId === `original ${id}` || takeId === `clone ${id}`) stopPlayback()
    }
  }, [id, language, round])
  return [comparison, () => setRound(round + 1)]
}
