import { literal, type Schema } from './typescript-of.ts'

export type ContractDocument = {
  webhooks: Record<string, unknown>
  components: { schemas: Record<string, Schema> }
  'x-limits': object
}

/** Where the values of each list are: a component and its property. */
const lists: Readonly<Record<string, readonly [component: string, property: string]>> = {
  scopes: ['ApiKey', 'scopes'],
  postStatuses: ['Post', 'status'],
  accountStatuses: ['AccountListItem', 'status'],
  connectLinkStatuses: ['ConnectLink', 'status'],
  invitationStatuses: ['Invitation', 'status'],
  approvalStatuses: ['PostApproval', 'status'],
  approvalLinkStatuses: ['ApprovalLink', 'status'],
  replyStatuses: ['Comment', 'reply_status'],
  savedTextKinds: ['SavedText', 'kind'],
  deliveryStatuses: ['WebhookDeliveryListItem', 'status'],
}

const head = `// Written by packages/sdk/scripts/write-types.ts from packages/server/openapi.json
// (npm run openapi). Do not edit.

`

/** The content of `src/contract.gen.ts`: the closed lists of the API and its limits, as values. */
export function describeContract(document: ContractDocument): string {
  const values = Object.entries(lists).map(([name, [component, property]]) => {
    const schema = document.components.schemas[component]?.properties?.[property]
    return listOf(name, valuesOf(schema))
  })
  return [
    head,
    ...values,
    listOf('webhookEventTypes', Object.keys(document.webhooks)),
    '/** The documented limits, with their unit last in the name. */\n',
    `export const limits = ${JSON.stringify(document['x-limits'], null, 2)} as const\n`,
  ].join('')
}

function listOf(name: string, values: readonly unknown[]): string {
  if (values.length === 0) throw new Error(`The OpenAPI document has no values for ${name}.`)
  const lines = values.map((value) => `  ${literal(value)},\n`)
  return `export const ${name} = [\n${lines.join('')}] as const\n\n`
}

/** The values of an enum, of a list of them, or of one that can be `null`. */
function valuesOf(schema: Schema | undefined): unknown[] {
  if (!schema) return []
  if (schema.enum) return schema.enum
  return [schema.items, ...(schema.anyOf ?? [])].flatMap(valuesOf)
}
