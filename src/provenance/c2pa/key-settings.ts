/** Paths of an operator's own signing key and certificates: both, or neither. */
export interface SigningKeySettings {
  /** The private key: PKCS#8 in PEM, without a passphrase. */
  readonly keyFile: string | undefined
  /** Certificates in PEM, the signer's first. */
  readonly chainFile: string | undefined
}

/** Reads the settings from environment variables. An empty variable, as container files set it, counts as not set. */
export function signingKeySettingsOf(
  variables: Readonly<Record<string, string | undefined>>,
): SigningKeySettings {
  return {
    keyFile: variables['GRIOT_SIGNING_KEY_FILE'] || undefined,
    chainFile: variables['GRIOT_SIGNING_CHAIN_FILE'] || undefined,
  }
}
