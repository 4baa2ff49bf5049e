import { create } from 'zustand'

/** Whether the shortcut sheet is open. */
export const useShortcutSheet = create<{ readonly opened: boolean }>(() => ({ opened: false }))
