import './drop-overlay.css'
import type { Icon } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'

interface DropHandlers {
  /** Whether what is dragged is for this screen; everything else is left to the browser. */
  readonly accepts: (event: DragEvent) => boolean
  readonly onDrop: (transfer: DataTransfer) => void
}

interface DropOverlayProps extends DropHandlers {
  readonly icon: Icon
  /** What will happen to it, as paragraphs. */
  readonly children: ReactNode
}

/** The whole window takes what is dropped on it, and says beforehand what will happen. Both functions must stay the same. */
export function DropOverlay(props: DropOverlayProps): ReactElement | undefined {
  const { accepts, onDrop, icon: DropIcon, children } = props
  const [isDragging, setDragging] = useState(false)
  useEffect(
    () => listenToDrops(window, { accepts, onDrop, setOver: setDragging }),
    [accepts, onDrop],
  )
  if (!isDragging) return undefined
  return (
    <div className="drop-overlay" role="status">
      <DropIcon size={48} stroke={1.5} aria-hidden="true" />
      {children}
    </div>
  )
}

function listenToDrops(
  window: Window,
  {
    accepts,
    onDrop,
    setOver: setDragging,
  }: DropHandlers & { readonly setOver: (isDragging: boolean) => void },
): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const isDragging = (event: DragEvent): void => {
    if (!accepts(event)) return
    event.preventDefault()
    setDragging(true)
  }
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) setDragging(false)
  }
  const drop = (event: DragEvent): void => {
    setDragging(false)
    if (!accepts(event) || !event.dataTransfer) return
    event.preventDefault()
    onDrop(event.dataTransfer)
  }
  window.addEventListener('dragover', isDragging, { signal })
  window.addEventListener('dragleave', leave, { signal })
  window.addEventListener('drop', drop, { signal })
  return () => listening.abort()
}
