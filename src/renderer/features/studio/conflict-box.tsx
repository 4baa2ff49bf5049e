import { t } from '#renderer/i18n/i18n.ts'
import './conflict-box.css'
import { Button } from '@mantine/core'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ScriptLine } from '#shared/script.ts'
import { fieldsThatDiffer } from '#shared/script-changes.ts'
import {
  keepBoth,
  keepMine,
  openLineConflict,
  openTitleConflict,
  takeTheirs,
  takeTheirTitle,
} from './conflicts.ts'
import { spokenLanguage } from './line-language.ts'
import { useStudio, voiceById } from './studio-store.ts'

/** Conflict about a line, shown below it. Editing continues meanwhile. */
export function LineConflictBox(props: { line: ScriptLine; number: number }): ReactElement | false {
  const { line, number } = props
  const { conflict, theirs } = useStudio(
    useShallow(
      (state) => openLineConflict(line, state) ?? { conflict: undefined, theirs: undefined },
    ),
  )
  const voice = useStudio(({ voices }) => voiceById(voices, theirs?.voice ?? ''))
  if (!conflict || !theirs) return false
  const openConflict = { conflict, theirs }
  return (
    <ConflictBox
      label={t('studio:conflict.inLine', { number })}
      title={t('studio:conflict.lineChanged')}
      actions={
        <>
          <Button size="compact-md" variant="default" onClick={() => keepMine(conflict)}>
            {t('studio:conflict.keepMine')}
          </Button>
          <Button size="compact-md" variant="default" onClick={() => takeTheirs(openConflict)}>
            {t('studio:conflict.takeTheirs')}
          </Button>
          <Button size="compact-md" variant="default" onClick={() => keepBoth(openConflict)}>
            {t('studio:conflict.keepBoth')}
          </Button>
        </>
      }
    >
      <blockquote lang={spokenLanguage(theirs, voice)} dir="auto">
        {theirs.text || <em>{t('studio:conflict.empty')}</em>}
      </blockquote>
      <p className="text-secondary">{otherDifferences(line, theirs, voice?.name)}</p>
    </ConflictBox>
  )
}

/** Conflict about the title. */
export function TitleConflictBox(): ReactElement | false {
  const { conflict, theirs } = useStudio(
    useShallow((state) => openTitleConflict(state) ?? { conflict: undefined, theirs: '' }),
  )
  if (!conflict) return false
  return (
    <ConflictBox
      label={t('studio:conflict.inTitle')}
      title={t('studio:conflict.titleChanged')}
      actions={
        <>
          <Button size="compact-md" variant="default" onClick={() => keepMine(conflict)}>
            {t('studio:conflict.keepMine')}
          </Button>
          <Button
            size="compact-md"
            variant="default"
            onClick={() => takeTheirTitle(conflict, theirs)}
          >
            {t('studio:conflict.takeTheirs')}
          </Button>
        </>
      }
    >
      <blockquote dir="auto">{theirs || <em>{t('studio:conflict.empty')}</em>}</blockquote>
    </ConflictBox>
  )
}

function ConflictBox(props: {
  readonly label: string
  readonly title: string
  readonly actions: ReactNode
  readonly children: ReactNode
}): ReactElement {
  return (
    <section className="conflict" aria-label={props.label}>
      <strong>
        <IconArrowsSplit2 size={18} aria-hidden="true" />
        {props.title}
      </strong>
      <p className="text-secondary">{t('studio:conflict.kept')}</p>
      {props.children}
      <div className="conflict-actions">{props.actions}</div>
    </section>
  )
}

/** Voice and speed of the other version, where they differ. */
function otherDifferences(mine: ScriptLine, theirs: ScriptLine, name: string | undefined): string {
  const fields = fieldsThatDiffer(mine, theirs)
  const voice = name ?? t('studio:conflict.otherVoice')
  const { speed } = theirs
  if (fields.includes('voice'))
    return fields.includes('speed')
      ? t('studio:conflict.voiceAndSpeed', { voice, speed })
      : t('studio:conflict.voice', { voice })
  return fields.includes('speed') ? t('studio:conflict.speed', { speed }) : ''
}
