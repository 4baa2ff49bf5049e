import { useEffect } from 'react'
import { useConnection } from '#renderer/ui/use-connection.ts'

/**
 * Asks at once, when the engine is back, when the window is looked at again, and every `everyMs` while it is looked
 * at. `question` must be the same function on every draw.
 */
export function useFresh(question: () => Promise<void>, everyMs: number): void {
  const connected = useConnection().status === 'connected'
  useEffect(() => {
    if (!connected) return
    const look = (): void => {
      if (document.visibilityState === 'visible') void question()
    }
    void question()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [connected, question, everyMs])
}
