import { Secret, TOTP } from 'otpauth'

/** The settings that every authenticator app supports (RFC 6238, and Google's Key URI format). */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20
/** 120 bits: with 112 or more a hash needs no salt (OWASP ASVS 5, 6.5.2). */
const recoveryCodeBytes = 15

/** A new secret of 160 bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The `otpauth://` URL of a secret, which authenticator apps read from a QR code. */
export function totpUrl(secret: string, account: string, issuer: string): string {
  return new TOTP({ ...settings, secret, label: account, issuer }).toString()
}

/** The time step whose code this is, at most one step of 30 s from `now`; `null` for a wrong code. */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  // The library throws on a code of another length in bytes.
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ ...settings, secret })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/** A new recovery code, in six groups: `abcd-efgh-ijkl-mnop-qrst-uvwx`. */
export function newRecoveryCode(): string {
  const text = new Secret({ size: recoveryCodeBytes }).base32.toLowerCase()
  return text.match(/.{4}/g)!.join('-')
}
