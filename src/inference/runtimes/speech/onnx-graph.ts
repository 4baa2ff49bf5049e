/**
 * Reads the parts of an ONNX file that say which values a model computes, and makes one of them an output. The file is a
 * protocol buffer (onnx/onnx.proto): ModelProto.graph is field 7; GraphProto.node is 1 and .output is 12;
 * NodeProto.output is 2 and .op_type is 4; ValueInfoProto.name is 1.
 */

/** A calculation of a model. */
export interface GraphNode {
  readonly type: string
  /** Names of the values that it computes. */
  readonly outputs: readonly string[]
}

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly outputs: readonly string[]
}

const VARINT = 0
const EIGHT_BYTES = 1
const LENGTH = 2
const FOUR_BYTES = 5

/** The nodes and outputs of a model. Throws an Error at bytes that are no model. */
export function readGraph(bytes: Uint8Array): Graph {
  const nodes: GraphNode[] = []
  const outputs: string[] = []
  for (const { field, content: graph } of fieldsOf(bytes)) {
    if (field !== 7 || !graph) continue
    for (const { field: part, content } of fieldsOf(graph)) {
      if (part === 1 && content) nodes.push(nodeOf(content))
      if (part === 12 && content) outputs.push(...textsOf(content, 1))
    }
  }
  return { nodes, outputs }
}

/**
 * The bytes of the same model that also answers the value `name`. Parts of a message that comes twice are joined by whoever
 * reads it (protobuf.dev, "Last One Wins"), so that a graph with this output alone, written after the model, is enough.
 */
export function withOutput(model: Uint8Array, name: string): Uint8Array {
  const info = field(1, new TextEncoder().encode(name))
  const graph = field(7, field(12, info))
  const longer = new Uint8Array(model.length + graph.length)
  longer.set(model)
  longer.set(graph, model.length)
  return longer
}

interface Field {
  readonly field: number
  /** Undefined of a number. */
  readonly content: Uint8Array | undefined
}

function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0
  const number = (): number => {
    let value = 0
    for (let factor = 1; at < bytes.length; factor *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
    throw notAModel()
  }
  const skip = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw notAModel()
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = number()
    const kind = tag % 8
    let content: Uint8Array | undefined
    if (kind === VARINT) number()
    else if (kind === LENGTH) content = skip(number())
    else if (kind === EIGHT_BYTES) skip(8)
    else if (kind === FOUR_BYTES) skip(4)
    else throw notAModel()
    yield { field: Math.floor(tag / 8), content }
  }
}

function nodeOf(bytes: Uint8Array): GraphNode {
  return { type: textsOf(bytes, 4)[0] ?? '', outputs: textsOf(bytes, 2) }
}

function textsOf(bytes: Uint8Array, wanted: number): string[] {
  const texts: string[] = []
  for (const { field: found, content } of fieldsOf(bytes))
    if (found === wanted && content) texts.push(new TextDecoder().decode(content))
  return texts
}

function field(number: number, content: Uint8Array): Uint8Array {
  const head = [number * 8 + LENGTH]
  let length = content.length
  for (; length > 127; length >>>= 7) head.push((length & 127) | 128)
  return Uint8Array.from([...head, length, ...content])
}

function notAModel(): Error {
  return new Error('These bytes are no ONNX model.')
}
