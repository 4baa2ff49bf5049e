/** The host's end of a running worker, however that process was started. */
export interface WorkerLink {
  /** Its number in the system, while it runs; left out where it is no process of its own. */
  readonly pid?: number | undefined
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the process is gone; `reason` in words. */
  onExit(listener: (reason: string) => void): void
  kill(): void
}
