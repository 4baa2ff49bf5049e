/** The part of the package that needs no file beside it and no browser; it has no types of its own. */
declare module '@jitsi/rnnoise-wasm/dist/rnnoise-sync.js' {
  /** Compiled C (https://gitlab.xiph.org/xiph/rnnoise, include/rnnoise.h). Pointers are byte offsets into its memory. */
  export interface RnnoiseModule {
    readonly ready: Promise<unknown>
    readonly HEAPF32: Float32Array
    _malloc(bytes: number): number
    _rnnoise_create(): number
    _rnnoise_destroy(state: number): void
    /** One frame of 480 samples; `output` and `input` may be the same. Answers how likely it is speech, 0 to 1. */
    _rnnoise_process_frame(state: number, output: number, input: number): number
  }
  const createModule: () => RnnoiseModule
  // biome-ignore lint/style/noDefaultExport: The package has no other one.
  export default createModule
}
