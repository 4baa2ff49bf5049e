/** Where a worker is reached. */
export interface WorkerAddress {
  /** "ws://HOST:PORT". */
  readonly url: string
  readonly secret: string
}

/** Tells a node which workers there are. */
export interface WorkerDirectory {
  /** Those that are there now. Rejects where the directory itself cannot be asked: then those that are known go on. */
  list(): Promise<readonly WorkerAddress[]>
}
