import type { Joints } from '#core/text/pieces.ts'

/** Words before which a speaker may take a breath. */
export const JOINTS: Joints = { conjunctions: new Set(), prepositions: new Set() }
