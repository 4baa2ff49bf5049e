import { COMMERCIAL_ONLY, isCommercialOnly } from '#shared/commercial-only.ts'
import { AppError } from '#shared/errors.ts'
import { isPackUrl } from './pack-url.ts'

/** Where packs come from, as the person who runs Griot says. */
export interface PackSettings {
  /** Another folder of catalog files than the one that comes with Griot. */
  readonly catalogFolder?: string | undefined
  /** Address of a mirror; see `atMirror`. */
  readonly mirror?: string | undefined
  readonly proxies?: ProxySettings | undefined
  /** Whether packs whose licence does not allow commercial use are left unused. */
  readonly commercialOnly?: boolean | undefined
}

/** Proxies of the system, as curl and most other programs understand them. */
export interface ProxySettings {
  readonly http?: string | undefined
  readonly https?: string | undefined
  /** Hosts that are asked without a proxy, with commas between them. */
  readonly none?: string | undefined
}

/** The settings as environment variables give them. Set to nothing is not set. Throws AppError('settings/invalid'). */
export function packSettingsOf(
  variables: Readonly<Record<string, string | undefined>>,
): PackSettings {
  const either = (name: string): string | undefined =>
    variables[name.toLowerCase()] || variables[name] || undefined
  return {
    catalogFolder: variables['GRIOT_PACKS_CATALOG'] || undefined,
    mirror: mirrorOf(variables['GRIOT_MODELS_MIRROR'] || undefined, 'GRIOT_MODELS_MIRROR'),
    commercialOnly: isCommercialOnly() || variables[COMMERCIAL_ONLY] === 'on',
    proxies: { http: either('HTTP_PROXY'), https: either('HTTPS_PROXY'), none: either('NO_PROXY') },
  }
}

/** The address of a mirror, where it can be one. `setting`: its name for the message. Throws AppError('settings/invalid'). */
export function mirrorOf(text: string | undefined, setting: string): string | undefined {
  if (text === undefined || isPackUrl(text)) return text
  throw new AppError(
    'settings/invalid',
    `${setting} must be an https address without a password, such as https://mirror.example/hub, or an http address of this computer; it is "${text.slice(0, 200)}".`,
  )
}
