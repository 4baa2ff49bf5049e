import './drop-veil.css'
import type { Icon } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'

interface Listening {
  /** Whether what is dragged is for this screen; everything else is left to the browser. */
  readonly accepts: (event: DragEvent) => boolean
  readonly onDrop: (transfer: DataTransfer) => void
}

interface DropVeilProps extends Listening {
  readonly icon: Icon
  /** What will happen to it, as paragraphs. */
  readonly children: ReactNode
}

/** The whole window takes what is dropped on it, and says beforehand what will happen. Both functions must stay the same. */
export function DropVeil(props: DropVeilProps): ReactElement | undefined {
  const { accepts, onDrop, icon: Sign, children } = props
  const [over, setOver] = useState(false)
  useEffect(() => listenToDrops(window, { accepts, onDrop, setOver }), [accepts, onDrop])
  if (!over) return undefined
  return (
    <div className="drop-veil" role="status">
      <Sign size={48} stroke={1.5} aria-hidden="true" />
      {children}
    </div>
  )
}

function listenToDrops(
  window: Window,
  { accepts, onDrop, setOver }: Listening & { readonly setOver: (over: boolean) => void },
): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const over = (event: DragEvent): void => {
    if (!accepts(event)) return
    event.preventDefault()
    setOver(true)
  }
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) setOver(false)
  }
  const drop = (event: DragEvent): void => {
    setOver(false)
    if (!accepts(event) || !event.dataTransfer) return
    event.preventDefault()
    onDrop(event.dataTransfer)
  }
  window.addEventListener('dragover', over, { signal })
  window.addEventListener('dragleave', leave, { signal })
  window.addEventListener('drop', drop, { signal })
  return () => listening.abort()
}
