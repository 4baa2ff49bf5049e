/** The texts of the studio in Amharic, by file. */
export const TEXTS = import.meta.glob<object>('./am/*.json', { eager: true, import: 'default' })
