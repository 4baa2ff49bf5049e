/** The texts of the studio in Nigerian Pidgin, by file. */
export const TEXTS = import.meta.glob<object>('./pcm/*.json', { eager: true, import: 'default' })
