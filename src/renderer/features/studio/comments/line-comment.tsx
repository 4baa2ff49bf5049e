import './comments.css'
import { ActionIcon, Textarea } from '@mantine/core'
import { IconMessage2, IconMessagePlus } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { setComment } from '#renderer/features/studio/script-commands.ts'
import { useTip } from '#renderer/features/studio/shortcut-store.ts'
import { focusLineIfLost } from '#renderer/features/studio/use-caret.ts'
import { t } from '#renderer/i18n/i18n.ts'
import type { ScriptLine } from '#shared/script.ts'
import { endComment, useComment, writeComment } from './comment-store.ts'

const MOST_LETTERS = 2_000

interface CommentProps {
  readonly line: ScriptLine
  readonly number: number
}

/** Button that begins a comment on the line that is worked on. */
export function CommentButton({ line, number }: CommentProps): ReactElement | false {
  const isWriting = useComment(({ lineId }) => lineId === line.id)
  const tip = useTip('comment', t('comments:write'))
  if (line.comment || isWriting) return false
  return (
    <ActionIcon
      className="comment-button"
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={t('comments:writeOf', { number })}
      title={tip}
      onClick={() => writeComment(line.id)}
    >
      <IconMessagePlus size={18} />
    </ActionIcon>
  )
}

/** Comment beside a line, until it is resolved. A click on it changes it. */
export function LineComment({ line, number }: CommentProps): ReactElement | false {
  const isWriting = useComment(({ lineId }) => lineId === line.id)
  if (isWriting) return <CommentBox line={line} number={number} />
  if (!line.comment) return false
  const resolve = (): void => {
    setComment(line.id, '')
    focusLineIfLost(line.id)
  }
  return (
    <div className="line-comment" role="note" aria-label={t('comments:ofLine', { number })}>
      <IconMessage2 size={16} aria-hidden="true" />
      <button
        type="button"
        className="comment-text"
        dir="auto"
        aria-label={t('comments:changeOf', { number, comment: line.comment })}
        title={t('comments:change')}
        onClick={() => writeComment(line.id)}
      >
        {line.comment}
      </button>
      <button
        type="button"
        className="text-button"
        aria-label={t('comments:resolveOf', { number })}
        onClick={resolve}
      >
        {t('comments:resolve')}
      </button>
    </div>
  )
}

function CommentBox({ line, number }: CommentProps): ReactElement {
  return (
    <Textarea
      className="comment-box"
      aria-label={t('comments:ofLine', { number })}
      placeholder={t('comments:hint')}
      autoFocus
      autosize
      maxRows={5}
      maxLength={MOST_LETTERS}
      dir="auto"
      value={line.comment ?? ''}
      onFocus={({ currentTarget }) =>
        currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
      }
      onChange={({ currentTarget }) => setComment(line.id, currentTarget.value)}
      onBlur={() => endComment(line.id)}
      onKeyDown={(event) => {
        const isEnd = event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)
        if (!isEnd || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.blur()
      }}
    />
  )
}
