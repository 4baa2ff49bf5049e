import { useEffect } from 'react'
import { useConnection } from '#renderer/ui/use-connection.ts'

/**
 * Calls `request` at once, on reconnecting, when the window becomes visible, and every `intervalMs` while it is
 * visible. `request` must keep its identity between renders.
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
