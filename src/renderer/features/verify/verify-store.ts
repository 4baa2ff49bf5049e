import { create } from 'zustand'
import type { Verdict } from '#shared/provenance.ts'
import type { FileToVerify } from './pair-files.ts'

/** Step of a verification without a result yet. */
export type PendingStep =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly sentBytes: number }
  | { readonly kind: 'verifying' }

export type VerificationStep =
  | PendingStep
  | { readonly kind: 'done'; readonly verdict: Verdict }
  | { readonly kind: 'failed'; readonly reason: string }

/** File on the list, with the state of its verification. */
export interface ListedVerification extends FileToVerify {
  readonly id: string
  readonly step: VerificationStep
}

interface VerifyState {
  /** Newest first. */
  readonly verifications: readonly ListedVerification[]
  /** Id of the verification that is expanded. */
  readonly openId: string | undefined
  /** Messages about rejected files of the last drop. */
  readonly rejections: readonly string[]
}

/** Files verified since the window was opened. */
export const useVerify = create<VerifyState>(() => ({
  verifications: [],
  openId: undefined,
  rejections: [],
}))

/** Whether a verification has no result yet. */
export function isPending({ step }: ListedVerification): boolean {
  return step.kind === 'waiting' || step.kind === 'sending' || step.kind === 'verifying'
}

/** Bytes to upload for a verification, including the separate manifest. */
export function totalBytes({ file, sidecar }: FileToVerify): number {
  return file.size + (sidecar?.size ?? 0)
}
