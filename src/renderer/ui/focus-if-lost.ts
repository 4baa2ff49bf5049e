/** As a ref: the control that was pressed is gone, and who uses the keyboard goes on with the one in its place. */
export function focusIfLost(control: HTMLElement | null): void {
  if (document.activeElement === document.body) control?.focus()
}
