/** Sees to it that what stands in the rows is done. */
export interface BatchRunner {
  /** Says that there is something new to do; without it, it is found a little later. */
  wake(): void
  /** Lets go of what is in work, so that others go on with it, and waits until nothing is left of it. */
  close(): Promise<void>
}
