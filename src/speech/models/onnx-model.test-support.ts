/** ONNX's numbers for the types of tensors (onnx.proto, TensorProto.DataType). */
const TYPES = { float32: 1, int32: 6, int64: 7, bool: 9 } as const

/**
 * The bytes of an ONNX model whose outputs `out_TYPE` are its inputs `in_TYPE`, vectors of any length: one of each type
 * that is read here. Written field by field as onnx.proto numbers them (ONNX 1.16, IR version 8, opset 13).
 */
export function identityModel(): Uint8Array {
  const names = Object.keys(TYPES) as (keyof typeof TYPES)[]
  const nodes = names.map((name) =>
    field(1, [...text(1, `in_${name}`), ...text(2, `out_${name}`), ...text(4, 'Identity')]),
  )
  const graph = [
    ...nodes.flat(),
    ...text(2, 'identity'),
    ...names.flatMap((name) => field(11, valueInfo(`in_${name}`, TYPES[name]))),
    ...names.flatMap((name) => field(12, valueInfo(`out_${name}`, TYPES[name]))),
  ]
  const opset = [...text(1, ''), ...number(2, 13)]
  return Uint8Array.from([...number(1, 8), ...field(7, graph), ...field(8, opset)])
}

function valueInfo(name: string, type: number): number[] {
  const shape = field(2, field(1, text(2, 'length')))
  return [...text(1, name), ...field(2, field(1, [...number(1, type), ...shape]))]
}

/** A message or string, whose length stands before it (protobuf wire type 2). */
function field(tag: number, bytes: readonly number[]): number[] {
  return [(tag << 3) | 2, ...varint(bytes.length), ...bytes]
}

function text(tag: number, value: string): number[] {
  return field(tag, [...Buffer.from(value)])
}

function number(tag: number, value: number): number[] {
  return [tag << 3, ...varint(value)]
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]
}
