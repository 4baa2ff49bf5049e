export {}

declare global {
  /** What is used here of the global that Node has and its types leave to the DOM library, which the core must not see. */
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
