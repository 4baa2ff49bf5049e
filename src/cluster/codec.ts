import { decode, Encoder, ExtensionCodec } from '@msgpack/msgpack'

/** Type number of samples among the extensions of MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md). */
const SAMPLES = 1

const extensions = new ExtensionCodec()
extensions.register({
  type: SAMPLES,
  encode: (value) =>
    value instanceof Float32Array
      ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      : null,
  // A copy of its own, because samples have to start at a multiple of four bytes.
  decode: (bytes) => new Float32Array(new Uint8Array(bytes).buffer),
})
const encoder = new Encoder({ extensionCodec: extensions, ignoreUndefined: true })

/** A message as MessagePack, in which 32-bit samples stay what they are. Absent fields are left out. */
export function encodeMessage(message: unknown): Uint8Array {
  return encoder.encode(message)
}

/** The message in such bytes. Throws for other bytes. */
export function decodeMessage(bytes: Uint8Array): unknown {
  return decode(bytes, { extensionCodec: extensions })
}
