import { create } from 'zustand'

/** Whether the sheet of shortcuts is open. */
export const useShortcutSheet = create<{ readonly opened: boolean }>(() => ({ opened: false }))
