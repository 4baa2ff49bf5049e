import './lines.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactElement, startTransition, useEffect, useState } from 'react'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { LineRow } from './line-row.tsx'
import { addLine } from './script-commands.ts'
import { useStudio } from './studio-store.ts'

/** Lines rendered at first, enough for any screen; the rest follow without blocking input. */
const LINES_AT_ONCE = 40

/** Lines of the script. */
export function LineList(): ReactElement {
  const lines = useStudio((state) => state.script.lines)
  const [limit, setLimit] = useState(LINES_AT_ONCE)
  useEffect(() => {
    if (limit >= lines.length) return
    const timer = setTimeout(() => startTransition(() => setLimit(limit + LINES_AT_ONCE * 2)), 16)
    return () => clearTimeout(timer)
  }, [limit, lines.length])
  if (lines.length === 0) return <EmptyScript />
  return (
    <>
      <ol className="lines" aria-label="Lines">
        {lines.slice(0, limit).map((line, index) => (
          <LineRow key={line.id} line={line} index={index} />
        ))}
      </ol>
      <Button
        className="add-line"
        variant="subtle"
        leftSection={<IconPlus size={18} />}
        onClick={() => addLine()}
      >
        Add line
      </Button>
    </>
  )
}

function EmptyScript(): ReactElement {
  return (
    <div className="empty">
      <h2>Your script is empty</h2>
      <p>
        Write the first line, paste a script, or drop a text file or a recording anywhere in this
        window.
      </p>
      <Button
        ref={focusIfLost}
        size="md"
        leftSection={<IconPlus size={18} />}
        onClick={() => addLine()}
      >
        Write the first line
      </Button>
    </div>
  )
}
