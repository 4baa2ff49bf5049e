import { useEffect } from 'react'
import { useConnection } from '#renderer/ui/use-connection.ts'

/**
 * Asks at once, when the engine is back, when the window is looked at again, and every `everyMs` while it is looked
 * at. `question` must be the same function on every draw.
 */
export function usePolling(request: () => Promise<void>, intervalMs: number): void {
  const connected = useConnection().status === 'connected'
  useEffect(() => {
    if (!connected) return
    const poll = (): void => {
      if (document.visibilityState === 'visible') void request()
    }
    void request()
    const timer = setInterval(poll, intervalMs)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [connected, request, intervalMs])
}
