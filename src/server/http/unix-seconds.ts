/** A time of the library in whole seconds since 1970, as OpenAI's API tells times. */
export const unixSeconds = (time: string): number => Math.floor(Date.parse(time) / 1_000)
