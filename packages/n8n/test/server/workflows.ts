import { randomUUID } from 'node:crypto'
import type { N8n } from './n8n.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read any response
type Any = any
type Node = { name: string; type: string; [key: string]: unknown }

const publishedMsMax = 30_000

/** A node of our package; `parameters` as n8n stores them. */
export function posternNode(credential: string, parameters: object, more: object = {}): Node {
  const credentials = { posternApi: { id: credential, name: 'Postern' } }
  return node('Postern', 'n8n-nodes-postern.postern', parameters, { credentials, ...more })
}

export function triggerNode(credential: string, parameters: object): Node {
  const credentials = { posternApi: { id: credential, name: 'Postern' } }
  const more = { credentials, webhookId: randomUUID() }
  return node('Trigger', 'n8n-nodes-postern.posternTrigger', parameters, more)
}

/** Calls a URL with the item as JSON. */
export function httpNode(url: string): Node {
  const parameters = {
    method: 'POST',
    url,
    sendBody: true,
    specifyBody: 'json',
    jsonBody: '={{ $json }}',
  }
  return node('HTTP', 'n8n-nodes-base.httpRequest', parameters, { typeVersion: 4.2 })
}

/**
 * Creates and activates a workflow that a request starts, and whose response is the items of its last
 * node. `items` splits the field of that name into items.
 */
export async function callable(n8n: N8n, nodes: Node[]) {
  const path = randomUUID()
  const parameters = {
    path,
    httpMethod: 'POST',
    responseMode: 'lastNode',
    responseData: 'allEntries',
  }
  const webhook = node('Webhook', 'n8n-nodes-base.webhook', parameters, {
    typeVersion: 2,
    webhookId: path,
  })
  const workflow = await createWorkflow(n8n, [webhook, ...nodes])
  await activate(n8n, workflow)
  return {
    workflow,
    /** Runs the workflow with a JSON body or a form. */
    run: async (body: unknown): Promise<{ status: number; items: Any }> => {
      const isForm = body instanceof FormData
      const response = await fetch(`${n8n.url}/webhook/${path}`, {
        method: 'POST',
        body: isForm ? body : JSON.stringify(body),
        headers: isForm ? {} : { 'content-type': 'application/json' },
      })
      return { status: response.status, items: await response.json() }
    },
  }
}

/** Turns the array `items` of the request's body into items. */
export function splitNode(): Node {
  return node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body.items' })
}

/** Creates a workflow whose nodes run one after the other. */
export async function createWorkflow(n8n: N8n, nodes: Node[]): Promise<Any> {
  const pairs = nodes.slice(1).map((next, index) => {
    return [nodes[index]!.name, { main: [[{ node: next.name, type: 'main', index: 0 }]] }] as const
  })
  const connections = Object.fromEntries(pairs)
  const settings = { executionOrder: 'v1' }
  return await n8n.call('POST', '/workflows', { name: randomUUID(), nodes, connections, settings })
}

/** Activates a workflow; returns the status of its triggers. */
export async function activate(n8n: N8n, { id, versionId }: Any): Promise<Any> {
  await n8n.call('POST', `/workflows/${id}/activate`, { versionId, name: '', description: '' })
  return await publicationOf(n8n, id)
}

export async function deactivate(n8n: N8n, { id }: Any): Promise<Any> {
  await n8n.call('POST', `/workflows/${id}/deactivate`, {})
  return await publicationOf(n8n, id)
}

/** n8n registers and removes triggers after its response. */
async function publicationOf(n8n: N8n, id: string): Promise<Any> {
  const until = performance.now() + publishedMsMax
  for (;;) {
    const publication = await n8n.call('GET', `/workflows/${id}/publication-status`)
    if (publication.status !== 'in_progress') return publication
    if (performance.now() > until) throw new Error(JSON.stringify(publication))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The executions of a workflow, newest first. */
export async function executionsOf(n8n: N8n, { id }: Any): Promise<Any[]> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId: id }))
  return (await n8n.call('GET', `/executions?filter=${filter}`)).results
}

let count = 0

function node(name: string, type: string, parameters: object, more: object = {}): Node {
  count += 1
  const position = [count * 200, 0]
  return { id: randomUUID(), name, type, typeVersion: 1, position, parameters, ...more }
}
