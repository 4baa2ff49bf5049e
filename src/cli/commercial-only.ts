/** The option of commands that use models; `limitToCommercialUse` is what it does. */
export const COMMERCIAL_OPTION = [
  '--commercial-only',
  'use only models that may be used commercially (default: GRIOT_COMMERCIAL_ONLY, else all)',
] as const
