import ipaddr from 'ipaddr.js'
import type { z } from 'zod'

/** Zod transforms of list settings, for config.ts. */

/** A network address and its prefix length in bits. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Parses origins (`https://app.example.com`) separated by commas. */
export function origins(text: string, context: z.RefinementCtx): string[] {
  const entries = text === '' ? [] : text.split(',').map((part) => part.trim())
  const isOrigin = (entry: string) =>
    /^https?:/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry
  if (entries.every(isOrigin)) return entries
  context.addIssue({
    code: 'custom',
    message: 'It must be a list of origins such as https://app.example.com.',
  })
  return []
}

/** Parses addresses and networks (`10.0.0.0/8`) separated by commas. */
export function addressRanges(text: string, context: z.RefinementCtx): AddressRange[] {
  const parts = text.split(',').map((part) => part.trim())
  return parts.flatMap((part): AddressRange[] => {
    if (ipaddr.isValid(part)) {
      const address = ipaddr.process(part)
      return [[address, address.kind() === 'ipv4' ? 32 : 128]]
    }
    if (ipaddr.isValidCIDR(part)) return [ipaddr.parseCIDR(part)]
    context.addIssue({
      code: 'custom',
      message: 'It must be a list of addresses or networks such as 10.0.0.0/8.',
    })
    return []
  })
}
