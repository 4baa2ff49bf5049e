/** Where a worker is reached. */
export interface WorkerAddress {
  /** "ws://HOST:PORT", or "wss://HOST:PORT" with TLS. */
  readonly url: string
  /** What both ends prove that they know; it is never sent. */
  readonly secret: string
  /** Certificates (PEM) of the authorities whose workers are trusted. If omitted, those of Node. */
  readonly ca?: string | undefined
}

/** Tells a node which workers there are. */
export interface WorkerDirectory {
  /** Those that are there now. Rejects where the directory itself cannot be asked: then those that are known go on. */
  list(): Promise<readonly WorkerAddress[]>
}
