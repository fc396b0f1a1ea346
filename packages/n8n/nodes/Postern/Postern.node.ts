import type {
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  INodeProperties,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow'
import { NodeApiError, NodeConnectionTypes, NodeOperationError } from 'n8n-workflow'
import { callApi, callList } from './api.ts'
import description from './description.gen.json'
import {
  buildRequest,
  type Entered,
  InputError,
  idempotencyKey,
  type Operation,
} from './request.ts'
import { searchAccounts, searchProfiles } from './search.ts'

const operations = description.operations as unknown as Record<string, Operation>

export class Postern implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Postern',
    name: 'postern',
    icon: { light: 'file:../../icons/postern.svg', dark: 'file:../../icons/postern.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Publish posts, and manage profiles, accounts, comments and insights',
    defaults: { name: 'Postern' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'posternApi', required: true }],
    properties: description.properties as INodeProperties[],
  }

  methods = { listSearch: { searchAccounts, searchProfiles } }

  /** Sends one request per item, in order, and stops at the first error unless the node continues on fail. */
  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const output: INodeExecutionData[] = []
    for (const index of this.getInputData().keys()) {
      try {
        const results = await runItem(this, index)
        output.push(...results.map((json) => ({ json, pairedItem: { item: index } })))
      } catch (error) {
        if (!this.continueOnFail()) throw toNodeError(this, error, index)
        const json = { error: (error as Error).message }
        output.push({ json, pairedItem: { item: index } })
      }
    }
    return [output]
  }
}

async function runItem(functions: IExecuteFunctions, index: number): Promise<IDataObject[]> {
  const name = functions.getNodeParameter('operation', index) as string
  const operation = operations[name]!
  const entered = enteredValues(functions, operation, index)
  const { method, url, qs, body } = buildRequest(operation, entered, functions.getTimezone())
  const profile = functions.getNodeParameter('profile', index, '', { extractValue: true }) as string
  const headers: IDataObject = profile ? { 'Service-Profile': profile } : {}
  if (operation.isList) {
    const returnAll = functions.getNodeParameter('returnAll', index) as boolean
    const itemsMax = returnAll
      ? Number.POSITIVE_INFINITY
      : functions.getNodeParameter('limit', index)
    return await callList(functions, { method, path: url, qs, headers }, Number(itemsMax), index)
  }
  if (operation.hasKey) headers['Idempotency-Key'] = keyOf(functions, name, entered, index)
  const request = { method, path: url, qs, headers }
  if (!operation.isForm) {
    return [await callApi(functions, { ...request, ...(body ? { body } : {}) }, index)]
  }
  const form = await formOf(functions, operation, body!, index)
  Object.assign(headers, { 'Content-Type': form.contentType })
  return [await callApi(functions, { ...request, body: form.content }, index)]
}

/** The body as multipart/form-data, with the binary file of the item. */
async function formOf(
  functions: IExecuteFunctions,
  operation: Operation,
  body: Record<string, unknown>,
  index: number,
): Promise<{ content: Buffer; contentType: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (operation.body![name] !== 'file') form.append(name, String(value))
    else {
      functions.helpers.assertBinaryData(index, String(value))
      const bytes = await functions.helpers.getBinaryDataBuffer(index, String(value))
      form.append(name, new Blob([Uint8Array.from(bytes)]), 'file')
    }
  }
  const encoded = new Response(form)
  const contentType = encoded.headers.get('content-type')!
  return { content: Buffer.from(await encoded.arrayBuffer()), contentType }
}

function enteredValues(functions: IExecuteFunctions, { first }: Operation, index: number): Entered {
  const read = (name: string, fallback?: unknown) =>
    functions.getNodeParameter(name, index, fallback as object)
  return {
    first: Object.fromEntries(first.map((name) => [name, read(name)])),
    filters: read('filters', {}) as IDataObject,
    fields: read('fields', {}) as IDataObject,
  }
}

/** The person's own key, or one that stays the same when the execution is retried. */
function keyOf(
  functions: IExecuteFunctions,
  operation: string,
  { fields }: Entered,
  item: number,
): string {
  if (fields.idempotencyKey) return String(fields.idempotencyKey)
  // The node's context is stored with the execution, and a retried execution starts with it.
  const context = functions.getContext('node')
  context.run ??= functions.getExecutionId()
  return idempotencyKey({
    workflow: String(functions.getWorkflow().id),
    run: String(context.run),
    node: functions.getNode().id,
    loop: Number(functions.evaluateExpression('{{ $runIndex }}', item)),
    item,
    operation,
  })
}

function toNodeError(functions: IExecuteFunctions, error: unknown, itemIndex: number) {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error
  const isInput = error instanceof InputError
  const level = isInput ? { level: 'warning' as const } : {}
  return new NodeOperationError(functions.getNode(), error as Error, { itemIndex, ...level })
}
