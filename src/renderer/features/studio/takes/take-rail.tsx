import './take-rail.css'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowsLeftRight,
  IconCheck,
  IconDice5,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { takeKey } from '#renderer/features/studio/line-state.ts'
import { useStudio, voiceById } from '#renderer/features/studio/studio-store.ts'
import { player, useIsPlaying } from '#renderer/ui/shared-player.ts'
import type { ScriptLine } from '#shared/script.ts'
import { TAKE_LIMITS } from '#shared/takes.ts'
import { type KnownTake, keyOfTake } from './choose-take.ts'
import { equalGains } from './equal-gains.ts'
import {
  bringBack,
  chooseTake,
  compareTakes,
  deleteTake,
  endComparison,
  hearCompared,
  makeAnotherTake,
  playTake,
  restoreDeleted,
  setNote,
  takeBack,
  toggleStar,
  useDeleted,
  useTakeRail,
} from './take-actions.ts'
import { takeById, useTakeLibrary } from './take-library.ts'

interface RailProps {
  readonly line: ScriptLine
  readonly number: number
}

/** All takes of a line, in the order in which they were made, with what can be done with each. */
export function TakeRail({ line, number }: RailProps): ReactElement {
  const all = useTakeLibrary(({ takes }) => takes.get(line.id))
  const problem = useTakeLibrary((library) => library.problem)
  const isBusy = useStudio(({ job, queue }) => job?.lineId === line.id || queue.has(line.id))
  const chosenId = useStudio(({ takes }) => takes[line.id]?.id)
  const chosen = all?.find(({ id }) => id === chosenId)
  return (
    <section className="take-rail" aria-label={`Takes of line ${number}`}>
      {problem !== '' && <p className="take-problem">{problem}</p>}
      <ComparisonBar />
      <ol className="take-list">
        {all?.map(
          (take, index) =>
            !take.deleted && (
              <TakeRow
                key={take.id}
                take={take}
                number={index + 1}
                line={line}
                chosen={chosen?.id === take.id ? undefined : chosen}
                isChosen={chosen?.id === take.id}
              />
            ),
        )}
      </ol>
      <div className="take-rail-foot">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconDice5 size={18} aria-hidden="true" />}
          disabled={isBusy || line.text.trim() === ''}
          onClick={() => makeAnotherTake(line)}
        >
          Another take
        </Button>
        <UndoDelete lineId={line.id} />
      </div>
    </section>
  )
}

function UndoDelete({ lineId }: { readonly lineId: string }): ReactElement | undefined {
  const { takeId, number } = useDeleted()
  if (takeId === undefined || takeById(takeId)?.lineId !== lineId) return undefined
  return (
    <Button
      variant="subtle"
      size="compact-md"
      leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
      onClick={() => restoreDeleted(takeId)}
    >
      Bring take {number} back
    </Button>
  )
}

interface RowProps {
  readonly take: KnownTake
  readonly number: number
  readonly line: ScriptLine
  /** The take of the line, to compare this one with; undefined where it is this one. */
  readonly chosen: KnownTake | undefined
  readonly isChosen: boolean
}

function TakeRow({ take, number, line, chosen, isChosen }: RowProps): ReactElement {
  const isAsking = useTakeRail(({ asking }) => asking === take.id)
  const cannotPlay = take.problem !== undefined
  return (
    <li className="take-row" aria-current={isChosen || undefined}>
      <ActionIcon
        variant="subtle"
        className="take-star"
        aria-label={`Star take ${number}`}
        aria-pressed={take.star}
        title={take.star ? 'Remove the star' : 'Star'}
        onClick={() => toggleStar(take)}
      >
        {take.star ? <IconStarFilled size={18} /> : <IconStar size={18} />}
      </ActionIcon>
      <PlayTake take={take} number={number} />
      <div className="take-about">
        <span className="take-name">
          <strong>Take {number}</strong> {take.seconds.toFixed(1)} s · {timeOf(take.madeAt)}
          {isChosen && <span className="take-chosen"> · of the line</span>}
        </span>
        <Differences take={take} line={line} />
        {cannotPlay && <span className="take-problem">{take.problem}</span>}
      </div>
      <NoteField take={take} number={number} />
      <div className="take-buttons">
        {chosen && (
          <ActionIcon
            variant="subtle"
            disabled={cannotPlay}
            aria-label={`Compare take ${number} with the take of the line`}
            title="Compare at equal loudness"
            onClick={() => compareTakes(chosen, take)}
          >
            <IconArrowsLeftRight size={18} />
          </ActionIcon>
        )}
        {!isChosen && (
          <ActionIcon
            variant="subtle"
            disabled={cannotPlay}
            aria-label={`Use take ${number}`}
            title="Use this take"
            onClick={() => takeBack(take)}
          >
            <IconCheck size={18} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          aria-label={`Delete take ${number}`}
          title="Delete"
          onClick={() => void deleteTake(take, number)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </div>
      {isAsking && <Question take={take} number={number} />}
    </li>
  )
}

function PlayTake({ take, number }: Pick<RowProps, 'take' | 'number'>): ReactElement {
  const isPlaying = useIsPlaying(take.id)
  return (
    <ActionIcon
      variant="subtle"
      disabled={take.problem !== undefined}
      aria-label={isPlaying ? `Pause take ${number}` : `Play take ${number}`}
      title={isPlaying ? 'Pause' : 'Play'}
      onClick={() => (isPlaying ? player.pause() : playTake(take))}
    >
      {isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
    </ActionIcon>
  )
}

/** In what a take differs from its line as that is now. */
function Differences({ take, line }: Pick<RowProps, 'take' | 'line'>): ReactElement | undefined {
  const voices = useStudio((state) => state.voices)
  if (keyOfTake(take) === takeKey(line)) return undefined
  const differences = [
    take.text.trim() === line.text.trim() ? undefined : `“${shortened(take.text)}”`,
    take.voice === line.voice ? undefined : (voiceById(voices, take.voice)?.name ?? take.voice),
    take.speed === line.speed ? undefined : `speed ${take.speed}`,
    (take.pitch ?? 0) === (line.pitch ?? 0) ? undefined : `pitch ${take.pitch ?? 0}`,
    (take.volume ?? 0) === (line.volume ?? 0) ? undefined : `volume ${take.volume ?? 0} dB`,
    take.language === line.language ? undefined : 'another language',
  ].filter((words) => words !== undefined)
  return (
    <span className="take-differs">
      {differences.length === 0 ? 'before a change of the dictionary' : differences.join(', ')}
    </span>
  )
}

function shortened(text: string): string {
  const letters = Array.from(text.trim())
  return letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : letters.join('')
}

function NoteField({ take, number }: Pick<RowProps, 'take' | 'number'>): ReactElement {
  const [text, setText] = useState<string>()
  const save = (): void => {
    if (text !== undefined) setNote(take, text)
    setText(undefined)
  }
  return (
    <TextInput
      className="take-note"
      size="xs"
      aria-label={`Note about take ${number}`}
      placeholder="Note"
      maxLength={TAKE_LIMITS.note}
      value={text ?? take.note}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

function Question({ take, number }: Pick<RowProps, 'take' | 'number'>): ReactElement {
  return (
    <fieldset className="take-question" aria-label={`Use take ${number}`}>
      <p>This take was made from something else than the line has now. Bring that back too?</p>
      <Button size="compact-md" onClick={() => bringBack(take)}>
        Bring text and voice back
      </Button>
      <Button size="compact-md" variant="default" onClick={() => void chooseTake(take)}>
        Use only the sound
      </Button>
      <Button
        size="compact-md"
        variant="default"
        onClick={() => useTakeRail.setState({ asking: undefined })}
      >
        Cancel
      </Button>
    </fieldset>
  )
}

function ComparisonBar(): ReactElement | undefined {
  const comparison = useTakeRail((rail) => rail.comparison)
  const takes = useTakeLibrary((library) => library.takes)
  if (!comparison) return undefined
  const [a, b] = [takeById(comparison.a), takeById(comparison.b)]
  if (!a || !b) return undefined
  const numberOf = ({ id, lineId }: KnownTake): number =>
    (takes.get(lineId)?.findIndex((take) => take.id === id) ?? -1) + 1
  const gains = equalGains(a.loudness, b.loudness)
  const button = (name: 'a' | 'b', take: KnownTake): ReactElement => (
    <Button
      size="compact-md"
      variant={comparison.heard === name ? 'filled' : 'default'}
      aria-pressed={comparison.heard === name}
      data-gain={gains[name].toFixed(3)}
      onClick={() => hearCompared(name)}
    >
      {name.toUpperCase()}: take {numberOf(take)}
    </Button>
  )
  const quieter = Math.abs(20 * Math.log10(gains.a / gains.b))
  return (
    <fieldset className="take-comparison" aria-label="Comparison">
      {button('a', a)}
      {button('b', b)}
      <span>
        At equal loudness{quieter >= 0.05 ? ` (${quieter.toFixed(1)} dB evened out)` : ''}
      </span>
      <Button size="compact-md" variant="subtle" onClick={endComparison}>
        End comparison
      </Button>
    </fieldset>
  )
}

/** Day and time at which a take was made, as people here write it. */
function timeOf(madeAt: string): string {
  const made = new Date(madeAt)
  const isToday = made.toDateString() === new Date().toDateString()
  return made.toLocaleString(undefined, {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    ...{ hour: '2-digit', minute: '2-digit' },
  })
}
