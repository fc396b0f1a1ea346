import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Route } from '../http/route.ts'
import type { Me } from '../schemas/api-key.ts'
import type { Send } from './call.ts'
import { createCatalog, createMcpServer } from './server.ts'

type Caller = { me: Me; send: Send }

/** The Model Context Protocol with the tools, for messages of checked callers. */
export type Protocol = {
  /** The operation that a tool runs. */
  routeOf(tool: string): Route | undefined
  respond(caller: Caller, request: Request, parsedBody: unknown): Promise<Response>
}

export function createProtocol(routes: readonly Route[], version: string): Protocol {
  const catalog = createCatalog(routes)
  const serverFor = ({ me, send }: Caller) => createMcpServer(catalog, me, send, version)
  const handler = createMcpHandler(({ authInfo }) => serverFor(authInfo!.extra as Caller), {
    legacy: 'reject',
    maxSubscriptions: 1,
  })
  return {
    routeOf: (tool) => catalog.get(tool)?.route,
    respond: async (caller, request, parsedBody) => {
      if (await isLegacyRequest(request, parsedBody)) {
        return await respondToLegacy(serverFor(caller), request, parsedBody)
      }
      const authInfo = { token: '', clientId: '', scopes: [], extra: caller }
      return await handler.fetch(request, { authInfo, parsedBody })
    },
  }
}

/** Protocol versions before 2026-07-28. The handler's own fallback would answer with event streams. */
async function respondToLegacy(
  server: Server,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return await transport.handleRequest(request, { parsedBody })
}
