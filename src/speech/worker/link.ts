/** The host's end of a running worker, however that process was started. */
export interface WorkerLink {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the process is gone; `reason` in words. */
  onExit(listener: (reason: string) => void): void
  kill(): void
}
