/** ONNX's numbers for the types of tensors (onnx.proto, TensorProto.DataType). */
const TYPES = { float32: 1, int32: 6, int64: 7, bool: 9 } as const
const HALF = 10
/** The type of an attribute that is a whole number (AttributeProto.AttributeType). */
const INTEGER = 2

/**
 * The bytes of an ONNX model whose outputs `out_TYPE` are its inputs `in_TYPE`, vectors of any length: one of each type
 * that is read here, and `out_float16`, which is `in_float32` in 16 bits. Written field by field as onnx.proto numbers them (ONNX 1.16, IR version 8, opset 13).
 */
export function identityModel(): Uint8Array {
  const names = Object.keys(TYPES) as (keyof typeof TYPES)[]
  const nodes = names.map((name) =>
    field(1, [...text(1, `in_${name}`), ...text(2, `out_${name}`), ...text(4, 'Identity')]),
  )
  const graph = [
    ...nodes.flat(),
    ...field(1, [
      ...text(1, 'in_float32'),
      ...[...text(2, 'out_float16'), ...text(4, 'Cast')],
      ...field(5, [...text(1, 'to'), ...number(3, HALF), ...number(20, INTEGER)]),
    ]),
    ...text(2, 'identity'),
    ...names.flatMap((name) => field(11, valueInfo(`in_${name}`, TYPES[name]))),
    ...names.flatMap((name) => field(12, valueInfo(`out_${name}`, TYPES[name]))),
    ...field(12, valueInfo('out_float16', HALF)),
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
  return [...varint(tag << 3), ...varint(value)]
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]
}
