import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import init, { WasmReader } from '@contentauth/c2pa-wasm'

/** Result of the reference implementation, c2pa-rs, for a file. */
export interface OracleResult {
  readonly state: string
  readonly failures: readonly string[]
}

let ready: Promise<unknown> | undefined

async function start(): Promise<unknown> {
  const path = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm')
  return init({ module_or_path: await readFile(path) })
}

/** Asks c2pa-rs, with or without a root (DER) to trust. A file that it cannot read at all is "Unreadable". */
export async function askOracle(
  mediaType: string,
  bytes: Uint8Array,
  root?: Uint8Array,
): Promise<OracleResult> {
  ready ??= start()
  await ready
  const anchors = root ? { trust_anchors: new X509Certificate(root).toString() } : {}
  const settings = { trust: anchors, verify: { verify_trust: true, ocsp_fetch: false } }
  try {
    const reader = await WasmReader.fromBytes(mediaType, bytes, JSON.stringify(settings))
    const report = JSON.parse(reader.json())
    reader.free()
    return {
      state: report.validation_state,
      failures: (report.validation_results?.activeManifest?.failure ?? []).map(
        ({ code }: { code: string }) => code,
      ),
    }
  } catch (error) {
    return { state: 'FormatError', failures: [String(error)] }
  }
}
