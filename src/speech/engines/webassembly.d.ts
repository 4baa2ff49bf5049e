export {}

declare global {
  /**
   * The part of Node's WebAssembly global that is used here. Its types belong to the DOM library, which src/speech does
   * not include.
   */
  namespace WebAssembly {
    class Module {
      constructor(bytes: Uint8Array)
      readonly kind: 'module'
    }
    function compile(bytes: Uint8Array): Promise<Module>
    class Memory {
      /** `initial`: pages of 64 KiB. */
      constructor(size: { readonly initial: number })
      readonly buffer: ArrayBuffer
    }
    class Instance {
      constructor(
        module: Module,
        imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
      )
      readonly exports: Readonly<Record<string, unknown>>
    }
  }
}
