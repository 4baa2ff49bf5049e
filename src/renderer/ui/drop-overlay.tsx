import './drop-overlay.css'
import type { Icon } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'

interface DropHandlers {
  /** Whether this screen accepts what is dragged; otherwise the browser handles it. */
  readonly accepts: (event: DragEvent) => boolean
  readonly onDrop: (transfer: DataTransfer) => void
}

interface DropOverlayProps extends DropHandlers {
  readonly icon: Icon
  /** Explanation of what will happen, as paragraphs. */
  readonly children: ReactNode
}

/**
 * Makes the whole window a drop target, with an explanation during the drag. Both functions must keep their identity.
 */
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
