export {}

declare global {
  /**
   * The part of Node's WebAssembly global that is used here. Its types belong to the DOM library, which src/speech does
   * not include.
   */
  namespace WebAssembly {
    interface Module {
      readonly kind: 'module'
    }
    function compile(bytes: Uint8Array): Promise<Module>
    class Instance {
      constructor(
        module: Module,
        imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
      )
      readonly exports: Readonly<Record<string, unknown>>
    }
  }
}
