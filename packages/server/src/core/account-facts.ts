/**
 * What an account's server allows. Read at connect and at the daily access check; overrides the limits
 * of the platform. A missing member means that the platform's own limit applies.
 */
export type AccountFacts = {
  /** The host that people know, e.g. `mastodon.social`. */
  server: string
  /** The server's software and version, as it reports them. */
  software: string | null
  textMax?: number
  /** How many characters a link counts as, whatever its length. */
  urlChars?: number
  mediaMax?: number
  altTextMax?: number
  imageBytesMax?: number
  imagePixelsMax?: number
  videoBytesMax?: number
  videoPixelsMax?: number
  videoFrameRateMax?: number
  mimeTypes?: readonly string[]
}
