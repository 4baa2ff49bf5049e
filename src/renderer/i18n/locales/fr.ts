/** The texts of the studio in French, by file. */
export const TEXTS = import.meta.glob<object>('./fr/*.json', { eager: true, import: 'default' })
