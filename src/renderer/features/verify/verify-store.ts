import { create } from 'zustand'
import type { Verdict } from '#shared/provenance.ts'
import type { ToVerify } from './pair-files.ts'

/** How far the check of one file is while it has no outcome. */
export type OnItsWay =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly sentBytes: number }
  | { readonly kind: 'judging' }

export type CheckStep =
  | OnItsWay
  | { readonly kind: 'done'; readonly verdict: Verdict }
  | { readonly kind: 'failed'; readonly reason: string }

/** One file on its way to a verdict. */
export interface Check extends ToVerify {
  readonly id: string
  readonly step: CheckStep
}

interface VerifyState {
  /** The newest first. */
  readonly checks: readonly Check[]
  /** The check whose verdict is read in full. */
  readonly openId: string | undefined
  /** What could not be taken of the last drop, in words. */
  readonly refusals: readonly string[]
}

/** What was dropped on the Verify screen since the window was opened. */
export const useVerify = create<VerifyState>(() => ({
  checks: [],
  openId: undefined,
  refusals: [],
}))

/** Whether it is still on its way. */
export function isUnderWay({ step }: Check): boolean {
  return step.kind === 'waiting' || step.kind === 'sending' || step.kind === 'judging'
}

/** Bytes to send for one check: the file's and those of the manifest beside it. */
export function totalBytes({ file, sidecar }: ToVerify): number {
  return file.size + (sidecar?.size ?? 0)
}
