/** Asks for files. `accept`: the types and extensions of those offered. Nothing is called where the person chooses none. */
export function chooseFiles(
  { accept, multiple = false }: { readonly accept: string; readonly multiple?: boolean },
  use: (files: readonly File[]) => void,
): void {
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', accept, multiple })
  input.onchange = () => {
    const files = [...(input.files ?? [])]
    if (files.length > 0) use(files)
  }
  input.click()
}
