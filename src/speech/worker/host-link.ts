/** A child process's end of the link to the host that started it. */
export interface HostPort {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
}

/** The parts of Electron's utility process that are used; plain Node has none of them. */
interface ParentPort {
  once(event: 'message', listener: (event: { ports: Port[] }) => void): void
}
interface Port {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
  start(): void
}

/**
 * Opens this process's link to its host, in Electron and in plain Node, and prepares it to be a child: it ends with its
 * host, and leaves Ctrl-C to it.
 */
export async function openHostLink(): Promise<HostPort> {
  // Standard error may be closed already.
  process.stderr.on('error', () => undefined)
  // A terminal sends these to every process of the command. The host finishes what is in work and then ends this one.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const { parentPort } = process as { parentPort?: ParentPort }
  return parentPort ? portLink(await firstPort(parentPort)) : parentProcessLink()
}

function firstPort(parentPort: ParentPort): Promise<Port> {
  return new Promise((resolve, reject) => {
    parentPort.once('message', ({ ports: [port] }) =>
      port ? resolve(port) : reject(new Error('The child process was started without a port.')),
    )
  })
}

function portLink(port: Port): HostPort {
  port.on('close', () => process.exit(0))
  return {
    send: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on('message', ({ data }) => listener(data))
      port.start()
    },
  }
}

function parentProcessLink(): HostPort {
  // When the host is gone, however it ended, this process ends too.
  process.on('disconnect', () => process.exit(0))
  return {
    // Killed in the middle of its work, the host is gone before "disconnect" is heard: the pipe breaks first.
    send: (message) =>
      process.send?.(message, undefined, {}, (error) => {
        if (error) process.exit(0)
      }),
    onMessage: (listener) => {
      process.on('message', listener)
    },
  }
}
