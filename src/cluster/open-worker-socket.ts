import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { type ClientOptions, WebSocket } from 'ws'
import type { WorkerAddress } from './directory.ts'
import { authorizationOf, CHALLENGE_PATH, isProof, newNonce, PROOF_HEADER } from './handshake.ts'
import { PROTOCOL } from './protocol.ts'

/** A challenge is shorter; whatever answers with more is no worker. */
const MOST_CHARACTERS = 1_000

/**
 * Opens the socket to a worker. Its messages come only after the worker has proven that it knows the secret; before that it has
 * been sent nothing but a proof of this node. Rejects with what is wrong.
 */
export async function openWorkerSocket(
  { url, secret, ca }: WorkerAddress,
  { timeoutMs, ...options }: ClientOptions & { readonly timeoutMs: number },
): Promise<WebSocket> {
  const challenge = await askForChallenge(url, ca, timeoutMs)
  const handshake = { url, challenge, nonce: newNonce() }
  const socket = new WebSocket(url, PROTOCOL, {
    ...options,
    headers: { authorization: authorizationOf(secret, handshake) },
    handshakeTimeout: timeoutMs,
    ...(ca === undefined ? {} : { ca }),
  })
  // Before the socket is open, so that it never opens for a stranger.
  socket.once('upgrade', ({ headers }: IncomingMessage) => {
    const proof = String(headers[PROOF_HEADER] ?? '')
    if (isProof(proof, secret, 'worker', handshake)) return
    socket.emit('error', new Error('it does not know the secret of this service'))
    socket.terminate()
  })
  return socket
}

function askForChallenge(url: string, ca: string | undefined, timeoutMs: number): Promise<string> {
  const address = new URL(CHALLENGE_PATH, url.replace(/^ws/, 'http'))
  const isSecure = address.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(error)
    const request = (isSecure ? requestSecurely : requestPlain)(
      address,
      {
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(isSecure && ca !== undefined ? { ca } : {}),
      },
      (response) => {
        let text = ''
        response.setEncoding('latin1')
        response.on('error', fail)
        response.on('data', (part: string) => {
          text += part
          if (text.length > MOST_CHARACTERS) request.destroy(new Error('it is no worker'))
        })
        response.on('end', () => {
          const challenge = /^\{"challenge":"([\w-]{86})"\}$/.exec(text)?.[1]
          if (challenge !== undefined && response.statusCode === 200) resolve(challenge)
          else reject(new Error('it is no worker of this version'))
        })
      },
    )
    request.on('error', fail)
    request.end()
  })
}
