/** The texts of the studio in Yoruba, by file. */
export const TEXTS = import.meta.glob<object>('./yo/*.json', { eager: true, import: 'default' })
