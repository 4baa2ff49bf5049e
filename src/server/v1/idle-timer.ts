/** Ends what nobody uses. */
export interface IdleTimer {
  /** Something has come: the time begins again. Does nothing after `stop`. */
  refresh(): void
  stop(): void
}

/** Calls `onIdle` once nothing has come for `milliseconds`, and `isBusy` says no at that time. */
export function startIdleTimer(
  milliseconds: number,
  isBusy: () => boolean,
  onIdle: () => void,
): IdleTimer {
  let isStopped = false
  const timer = setTimeout(() => {
    if (isBusy()) timer.refresh()
    else onIdle()
  }, milliseconds)
  return {
    refresh() {
      if (!isStopped) timer.refresh()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
