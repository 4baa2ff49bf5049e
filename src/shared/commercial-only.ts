/** Name of the environment variable that turns off what may not be used commercially; child processes inherit it. */
export const COMMERCIAL_ONLY = 'GRIOT_COMMERCIAL_ONLY'

/** Whether this process uses only what may be used commercially. */
export function isCommercialOnly(): boolean {
  return asksForCommercialOnly(environment()[COMMERCIAL_ONLY])
}

/** Whether a value of the variable asks for it: every one but "off" does, so that a slip of the pen breaks no licence. */
export function asksForCommercialOnly(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value.toLowerCase() !== 'off'
}

/** Lets this process, and those that it starts, use only what may be used commercially. */
export function limitToCommercialUse(): void {
  environment()[COMMERCIAL_ONLY] = 'on'
}

/** The environment of this process; a page in a browser has none. */
function environment(): Record<string, string | undefined> {
  // This folder is compiled without the types of Node, since the studio has it too.
  const { process } = globalThis as {
    readonly process?: { readonly env?: Record<string, string | undefined> }
  }
  return process?.env ?? {}
}
