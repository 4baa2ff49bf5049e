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
import { dateWords, tenths } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
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
    <section className="take-rail" aria-label={t('takes:label', { number })}>
      {problem !== '' && <p className="take-problem">{problem}</p>}
      <ComparisonBar lineId={line.id} />
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
          {t('takes:another')}
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
      key={takeId}
      ref={focusIfLost}
      variant="subtle"
      size="compact-md"
      leftSection={<IconArrowBackUp size={18} aria-hidden="true" />}
      onClick={() => restoreDeleted(takeId)}
    >
      {t('takes:deleted.undo', { number })}
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
        aria-label={t('takes:star.label', { number })}
        aria-pressed={take.star}
        title={t(take.star ? 'takes:star.remove' : 'takes:star.set')}
        onClick={() => toggleStar(take)}
      >
        {take.star ? <IconStarFilled size={18} /> : <IconStar size={18} />}
      </ActionIcon>
      <PlayTake take={take} number={number} />
      <div className="take-about">
        <span className="take-name">
          <strong>{t('takes:name', { number })}</strong>{' '}
          {t('takes:seconds', { seconds: tenths(take.seconds) })} · {timeOf(take.madeAt)}
          {isChosen && <span className="take-chosen"> · {t('takes:inUse')}</span>}
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
            aria-label={t('takes:compare.label', { number })}
            title={t('takes:compare.title')}
            onClick={() => compareTakes(chosen, take)}
          >
            <IconArrowsLeftRight size={18} />
          </ActionIcon>
        )}
        {!isChosen && (
          <ActionIcon
            variant="subtle"
            disabled={cannotPlay}
            aria-label={t('takes:use.label', { number })}
            title={t('takes:use.title')}
            onClick={() => takeBack(take)}
          >
            <IconCheck size={18} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          aria-label={t('takes:delete.label', { number })}
          title={t('takes:delete.title')}
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
      aria-label={t(isPlaying ? 'takes:pause.label' : 'takes:play.label', { number })}
      title={t(isPlaying ? 'takes:pause.title' : 'takes:play.title')}
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
    take.text.trim() === line.text.trim()
      ? undefined
      : t('takes:differs.text', { text: shortened(take.text) }),
    take.voice === line.voice ? undefined : (voiceById(voices, take.voice)?.name ?? take.voice),
    take.speed === line.speed ? undefined : t('takes:differs.speed', { speed: take.speed }),
    (take.pitch ?? 0) === (line.pitch ?? 0)
      ? undefined
      : t('takes:differs.pitch', { pitch: take.pitch ?? 0 }),
    (take.volume ?? 0) === (line.volume ?? 0)
      ? undefined
      : t('takes:differs.volume', { volume: take.volume ?? 0 }),
    take.language === line.language ? undefined : t('takes:differs.language'),
  ].filter((words) => words !== undefined)
  return (
    <span className="take-differs">
      {differences.length === 0 ? t('takes:differs.dictionary') : differences.join(', ')}
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
      aria-label={t('takes:note.label', { number })}
      placeholder={t('takes:note.hint')}
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
    <fieldset className="take-question" aria-label={t('takes:use.label', { number })}>
      <p>{t('takes:use.question')}</p>
      <Button size="compact-md" onClick={() => bringBack(take)}>
        {t('takes:use.bringBack')}
      </Button>
      <Button size="compact-md" variant="default" onClick={() => void chooseTake(take)}>
        {t('takes:use.soundOnly')}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        onClick={() => useTakeRail.setState({ asking: undefined })}
      >
        {t('takes:cancel')}
      </Button>
    </fieldset>
  )
}

function ComparisonBar({ lineId }: { readonly lineId: string }): ReactElement | undefined {
  const comparison = useTakeRail((rail) => rail.comparison)
  const takes = useTakeLibrary((library) => library.takes)
  if (!comparison) return undefined
  const [a, b] = [takeById(comparison.a), takeById(comparison.b)]
  if (!a || !b || a.lineId !== lineId) return undefined
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
      {t('takes:comparison.take', { letter: name.toUpperCase(), number: numberOf(take) })}
    </Button>
  )
  const quieter = Math.abs(20 * Math.log10(gains.a / gains.b))
  return (
    <fieldset className="take-comparison" aria-label={t('takes:comparison.label')}>
      {button('a', a)}
      {button('b', b)}
      <span>
        {quieter >= 0.05
          ? t('takes:comparison.evenedOut', { decibels: tenths(quieter) })
          : t('takes:comparison.equalLoudness')}
      </span>
      <Button size="compact-md" variant="subtle" onClick={endComparison}>
        {t('takes:comparison.end')}
      </Button>
    </fieldset>
  )
}

/** Day and time at which a take was made, as people here write it. */
function timeOf(madeAt: string): string {
  const made = new Date(madeAt)
  const isToday = made.toDateString() === new Date().toDateString()
  return dateWords(madeAt, {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    ...{ hour: '2-digit', minute: '2-digit' },
  })
}
