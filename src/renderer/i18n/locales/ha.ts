/** The texts of the studio in Hausa, by file. */
export const TEXTS = import.meta.glob<object>('./ha/*.json', { eager: true, import: 'default' })
