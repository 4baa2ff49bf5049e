import { z } from 'zod'

/** The origin of an extension or an app, which has a scheme of its own: `chrome-extension://ID`, `app://obsidian.md`, `tauri://localhost`. */
const APP_ORIGIN = /^([a-z][a-z\d+.-]*:\/\/[a-z\d_.-]+(?::\d{1,5})?)\/?$/i
/** Schemes whose addresses have no origin that a page is in, or whose pages anybody can make. */
const NO_ORIGIN = /^(?:about|blob|data|file|filesystem|ftp|javascript|mailto|view-source|wss?):/i
/** Schemes of websites beside http and https: no page that somebody has only opened may ask for anything. */
const WEBSITE = /^(?:ipfs|ipns|dat|hyper|gemini|gopher):/i

/** An origin longer than this is none that a browser sends. */
const MOST_CHARACTERS = 100

/** Whether an address has no origin of its own, so that it says nothing about who calls. */
export function hasNoOrigin(text: string): boolean {
  return NO_ORIGIN.test(text)
}

/** Origin with a scheme of its own, as it is sent; undefined for anything else. */
export function readOtherOrigin(text: string): string | undefined {
  if (NO_ORIGIN.test(text) || /^https?:/i.test(text)) return undefined
  return APP_ORIGIN.exec(text)?.[1]?.toLowerCase()
}

/** Origin of an extension or an app, as it is sent; undefined for anything else, such as that of a website. */
export function readAppOrigin(text: string): string | undefined {
  return text.length > MOST_CHARACTERS || WEBSITE.test(text) ? undefined : readOtherOrigin(text)
}

/** Whether it is an extension of a browser, and not an app. */
export function isExtension(origin: string): boolean {
  return /^[a-z-]*-extension:/.test(origin)
}

/** Settings that hold the answers. */
export const APP_ORIGIN_SETTINGS = {
  allow: 'network.allowed-apps',
  never: 'network.refused-apps',
} as const

/** The origins in such a setting. */
export function originsIn(value: string): readonly string[] {
  return value.split(',').filter((origin) => origin !== '')
}

/** `later`: it is asked again after the next start, at the earliest. */
export const APP_ORIGIN_ANSWERS = ['allow', 'never', 'later'] as const
export type AppOriginAnswer = (typeof APP_ORIGIN_ANSWERS)[number]

const Questions = z.object({ origins: z.array(z.string()) })

/** The contract table's part about extensions and apps that were refused and may be allowed. */
export const appOriginMethods = {
  /** Those about which the owner is asked now, the first first. */
  'apps.questions': { input: z.object({}), output: Questions },
  'apps.answer': {
    input: z.object({
      origin: z.string().max(MOST_CHARACTERS),
      answer: z.enum(APP_ORIGIN_ANSWERS),
    }),
    output: z.object({}),
  },
} as const

export const appOriginEvents = {
  /** There is another question, or one was answered. */
  'apps.asked': Questions,
} as const
