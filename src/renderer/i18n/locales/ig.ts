/** The texts of the studio in Igbo, by file. */
export const TEXTS = import.meta.glob<object>('./ig/*.json', { eager: true, import: 'default' })
