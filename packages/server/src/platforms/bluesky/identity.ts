import { z } from 'zod'
import { PlatformError, ServerChoiceError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import { listOf } from '../wire/json.ts'
import { type DocumentResponse, type Guard, readDocument } from './documents.ts'
import { parseDid, parseHandle, parseServer } from './entered.ts'

/** An account: its DID, its handle as the document names it, and the origin of its server. */
export type Identity = { did: string; handle: string | null; server: string }
type Identities = {
  /** The identity of a handle. Throws `ServerChoiceError` `account_unknown`. */
  resolveHandle(handle: string, guard: Guard): Promise<Identity>
  /** The identity of a DID, read again. Throws `ServerChoiceError` `account_unknown`. */
  resolveDid(did: string, guard: Guard): Promise<Identity>
}

const didDocument = z.object({
  id: z.string(),
  alsoKnownAs: listOf(z.string()).default([]),
  service: listOf(
    z.object({ id: z.string(), type: z.unknown(), serviceEndpoint: z.unknown() }),
  ).default([]),
})

const handleAddress = /^at:\/\/(.+)$/
const serverType = 'AtprotoPersonalDataServer'

/**
 * Finds accounts: handle → DID → document → server (bluesky.md §1.1, steps 1 to 3). Every host comes
 * from an unknown person, except the services of the configuration.
 */
export function createIdentities(setup: ServerPlatformSetup): Identities {
  const { call, settings, lookUpTxt, isTrustedServer } = setup

  const resolveDid: Identities['resolveDid'] = async (did, guard) => {
    const document = didDocument.safeParse((await readDidDocument(did, guard))?.json).data
    if (document?.id !== did) throw unknownAccount(`no document for ${did}`)
    const handles = document.alsoKnownAs.flatMap((name) => {
      const handle = parseHandle(handleAddress.exec(name)?.[1] ?? '')
      return handle ? [handle] : []
    })
    const service = document.service.find(
      ({ id, type }) => id.endsWith('#atproto_pds') && type === serverType,
    )
    const server = parseServer(service?.serviceEndpoint, isTrustedServer)
    if (!server) throw unknownAccount(`the document of ${did} names no usable server`)
    return { did, handle: handles[0] ?? null, server }
  }

  /** The sandbox's directory knows only its own accounts. */
  const readDidDocument = async (did: string, guard: Guard): Promise<DocumentResponse | null> => {
    const webHost = /^did:web:(.+)$/.exec(did)?.[1]
    if (webHost) {
      const url = new URL(`https://${webHost}/.well-known/did.json`)
      return await answerOf(readDocument(call, url, guard ?? 'chosen_host'))
    }
    const { sandboxServices } = settings
    if (sandboxServices) {
      const found = await readDocument(call, new URL(`${sandboxServices.directory}/${did}`))
      if (found.status === 200) return found
    }
    const found = await readDocument(call, new URL(`${settings.services.directory}/${did}`))
    if (found.status === 200) return found
    if (found.status === 404 || found.status === 410) return null
    throw new PlatformError('unavailable', { platformCode: `http_${found.status}` })
  }

  const findDid = async (handle: string, guard: Guard): Promise<string | null> => {
    // A `.test` handle exists only where its own services resolve it.
    if (handle.endsWith('.test')) return await askResolver(handle)
    const byDns = await findByDns(handle)
    if (byDns) return byDns
    const url = new URL(`https://${handle}/.well-known/atproto-did`)
    const byHttps = await answerOf(readDocument(call, url, guard ?? 'chosen_host'))
    const did = byHttps?.status === 200 ? parseDid(byHttps.text.trim()) : null
    return did ?? (await askResolver(handle))
  }

  const findByDns = async (handle: string): Promise<string | null> => {
    const values = await lookUpTxt(`_atproto.${handle}`)
    const dids = values.flatMap((value) => /^did=(.+)$/.exec(value)?.[1] ?? [])
    return dids.length === 1 ? parseDid(dids[0]!.trim()) : null
  }

  /** Only a hint, like every way: the document must confirm the handle. */
  const askResolver = async (handle: string): Promise<string | null> => {
    const isTest = handle.endsWith('.test')
    const { resolver } = (isTest && settings.sandboxServices) || settings.services
    const url = new URL(`${resolver}/xrpc/com.atproto.identity.resolveHandle`)
    url.searchParams.set('handle', handle)
    const { status, json } = await readDocument(call, url)
    // It answers 400 to a name that it does not know.
    if (status === 429 || status >= 500) {
      throw new PlatformError('unavailable', { platformCode: `http_${status}` })
    }
    return parseDid(z.object({ did: z.string() }).safeParse(json).data?.did ?? '')
  }

  return {
    resolveDid,
    resolveHandle: async (handle, guard) => {
      const did = await findDid(handle, guard)
      if (!did) throw unknownAccount(`no account for ${handle}`)
      const identity = await resolveDid(did, guard)
      if (identity.handle !== handle) throw unknownAccount(`${did} does not confirm ${handle}`)
      return identity
    },
  }
}

function unknownAccount(detail: string): ServerChoiceError {
  return new ServerChoiceError('account_unknown', new Error(detail))
}

/** `null` if the host does not answer. */
async function answerOf(response: Promise<DocumentResponse>): Promise<DocumentResponse | null> {
  try {
    return await response
  } catch (err) {
    if (err instanceof PlatformError) return null
    throw err
  }
}
