import { create } from 'zustand'
import type { Loadable } from '#renderer/ui/loadable.ts'
import type { AccountSettings, KeyRecord } from '#shared/access.ts'
import type { Output } from '#shared/api.ts'
import type { ExampleId } from './example-code.ts'
import type { KnownToken } from './token-state.ts'

export type About = Output<'app.about'>

type Browsers = Output<'browsers.list'>
/** Browser that is signed in to the studio. */
export type Browser = Browsers[number]

interface ApiState {
  readonly about: Loadable<About>
  readonly tokens: Loadable<readonly KeyRecord[]>
  readonly browsers: Loadable<Browsers>
  readonly settings: Loadable<AccountSettings>
  /** Keys created in this window since it was opened, the newest last. Only this window knows them in full. */
  readonly createdKeys: readonly KnownToken[]
  /** Key created at the first start, in the window that shows it. */
  readonly firstKey: string | undefined
  readonly firstKeyDismissed: boolean
  readonly example: ExampleId
}

/** State of the API screen: the API, its tokens, browsers and account settings. */
export const useApi = create<ApiState>(() => ({
  about: { status: 'loading' },
  tokens: { status: 'loading' },
  browsers: { status: 'loading' },
  settings: { status: 'loading' },
  createdKeys: [],
  firstKey: undefined,
  firstKeyDismissed: false,
  example: 'curl',
}))

/** Records of the loaded tokens; none while they are loading. */
export function loadedRecords(tokens: ApiState['tokens']): readonly KeyRecord[] {
  return tokens.status === 'loaded' ? tokens.value : NO_RECORDS
}

const NO_RECORDS: readonly KeyRecord[] = []
