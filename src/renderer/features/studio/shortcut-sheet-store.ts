import { create } from 'zustand'

/** Whether the shortcut sheet is open, and whether it runs commands instead of changing their keys. */
export const useShortcutSheet = create<{ readonly opened: boolean; readonly running: boolean }>(
  () => ({ opened: false, running: false }),
)
