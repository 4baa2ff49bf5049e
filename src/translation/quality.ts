/** How far a direction of the built-in translator can be trusted: 'word help' where fewer than half of everyday sentences are understood. */
export const BUILT_IN_QUALITIES = ['draft', 'word help'] as const
export type BuiltInQuality = (typeof BUILT_IN_QUALITIES)[number]
