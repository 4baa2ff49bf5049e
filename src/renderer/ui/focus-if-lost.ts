/** Ref callback that focuses an element if the control that had the focus was removed. */
export function focusIfLost(control: HTMLElement | null): void {
  if (document.activeElement === document.body) control?.focus()
}
