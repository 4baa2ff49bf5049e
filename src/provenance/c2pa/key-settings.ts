/** Where an operator keeps a signing key of their own: both files, or neither. */
export interface SigningKeySettings {
  /** The private key: PKCS#8 in PEM, without a passphrase. */
  readonly keyFile: string | undefined
  /** Certificates in PEM, the signer's first. */
  readonly chainFile: string | undefined
}

/** The settings as environment variables say them. Set to nothing, as container files do, is not set. */
export function signingKeySettingsOf(
  variables: Readonly<Record<string, string | undefined>>,
): SigningKeySettings {
  return {
    keyFile: variables['GRIOT_SIGNING_KEY_FILE'] || undefined,
    chainFile: variables['GRIOT_SIGNING_CHAIN_FILE'] || undefined,
  }
}
