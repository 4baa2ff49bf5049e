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
      label={`Conflict in line ${number}`}
      title="This line was also changed in another window."
      actions={
        <>
          <Button size="compact-md" variant="default" onClick={() => keepMine(conflict)}>
            Keep mine
          </Button>
          <Button size="compact-md" variant="default" onClick={() => takeTheirs(openConflict)}>
            Take theirs
          </Button>
          <Button size="compact-md" variant="default" onClick={() => keepBoth(openConflict)}>
            Keep both as two lines
          </Button>
        </>
      }
    >
      <blockquote lang={spokenLanguage(theirs, voice)} dir="auto">
        {theirs.text || <em>(empty)</em>}
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
      label="Conflict in the title"
      title="The title was also changed in another window."
      actions={
        <>
          <Button size="compact-md" variant="default" onClick={() => keepMine(conflict)}>
            Keep mine
          </Button>
          <Button
            size="compact-md"
            variant="default"
            onClick={() => takeTheirTitle(conflict, theirs)}
          >
            Take theirs
          </Button>
        </>
      }
    >
      <blockquote dir="auto">{theirs || <em>(empty)</em>}</blockquote>
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
      <p className="text-secondary">
        Both versions are kept until you choose. The other window has:
      </p>
      {props.children}
      <div className="conflict-actions">{props.actions}</div>
    </section>
  )
}

/** Voice and speed of the other version, where they differ. */
function otherDifferences(mine: ScriptLine, theirs: ScriptLine, voice: string | undefined): string {
  const fields = fieldsThatDiffer(mine, theirs)
  const voiceText = fields.includes('voice') ? `by ${voice ?? 'another voice'}` : ''
  const speedText = fields.includes('speed') ? `at ${theirs.speed}×` : ''
  return [voiceText, speedText].filter((words) => words !== '').join(', ')
}
