import { create } from 'zustand'
import type { Verdict } from '#shared/provenance.ts'
import type { FileToVerify } from './pair-files.ts'

/** How far the check of one file is while it has no outcome. */
export type PendingStep =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly sentBytes: number }
  | { readonly kind: 'verifying' }

export type VerificationStep =
  | PendingStep
  | { readonly kind: 'done'; readonly verdict: Verdict }
  | { readonly kind: 'failed'; readonly reason: string }

/** One file on its way to a verdict. */
export interface Verification extends FileToVerify {
  readonly id: string
  readonly step: VerificationStep
}

interface VerifyState {
  /** The newest first. */
  readonly verifications: readonly Verification[]
  /** The check whose verdict is read in full. */
  readonly openId: string | undefined
  /** What could not be taken of the last drop, in words. */
  readonly rejections: readonly string[]
}

/** What was dropped on the Verify screen since the window was opened. */
export const useVerify = create<VerifyState>(() => ({
  verifications: [],
  openId: undefined,
  rejections: [],
}))

/** Whether it is still on its way. */
export function isPending({ step }: Verification): boolean {
  return step.kind === 'waiting' || step.kind === 'sending' || step.kind === 'verifying'
}

/** Bytes to send for one check: the file's and those of the manifest beside it. */
export function totalBytes({ file, sidecar }: FileToVerify): number {
  return file.size + (sidecar?.size ?? 0)
}
