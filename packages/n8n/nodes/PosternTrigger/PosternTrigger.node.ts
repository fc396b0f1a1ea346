import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow'
import { NodeConnectionTypes } from 'n8n-workflow'
import { callApi, callList } from '../Postern/api.ts'
import { searchProfiles } from '../Postern/search.ts'
import events from './events.gen.json'
import { type Endpoint, isAsDescribed, type Registration } from './registration.ts'
import { isSigned } from './signature.ts'

export class PosternTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Postern Trigger',
    name: 'posternTrigger',
    icon: { light: 'file:../../icons/postern.svg', dark: 'file:../../icons/postern.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in Postern',
    defaults: { name: 'Postern Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'posternApi', required: true }],
    webhooks: [
      { name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
    ],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: [],
        options: events,
      },
      {
        displayName: 'Profile',
        name: 'profile',
        type: 'resourceLocator',
        default: { mode: 'list', value: '' },
        description: 'Only events of this profile. Leave it empty for events of all profiles.',
        modes: [
          {
            displayName: 'From List',
            name: 'list',
            type: 'list',
            typeOptions: { searchListMethod: 'searchProfiles', searchable: true },
          },
          { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. cafe-aurora' },
        ],
      },
    ],
  }

  methods = { listSearch: { searchProfiles } }

  webhookMethods = {
    default: {
      /** Whether the endpoint that this node registered is still there and as the node describes it. */
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const registration = this.getWorkflowStaticData('node') as Registration
        return isAsDescribed(registration, await endpoints(this), {
          url: this.getNodeWebhookUrl('default'),
          events: this.getNodeParameter('events') as string[],
          profile: profileOf(this),
        })
      },

      /** Registers the endpoint. One with the same URL is left of an activation that n8n forgot. */
      async create(this: IHookFunctions): Promise<boolean> {
        const url = this.getNodeWebhookUrl('default')
        for (const { id } of (await endpoints(this)).filter((endpoint) => endpoint.url === url)) {
          await callApi(this, { method: 'DELETE', path: `/v1/webhooks/${id}` })
        }
        const profile = profileOf(this)
        const body = {
          url,
          events: this.getNodeParameter('events'),
          description: `n8n: ${this.getWorkflow().name ?? 'workflow'}`.slice(0, 500),
          ...(profile ? { profile_id: profile } : {}),
        } as IDataObject
        const { id, secret } = await callApi(this, { method: 'POST', path: '/v1/webhooks', body })
        Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret, profile })
        return true
      },

      /** Removes the endpoint, if it is still there. */
      async delete(this: IHookFunctions): Promise<boolean> {
        const registration = this.getWorkflowStaticData('node') as Registration
        for (const { id } of await endpoints(this)) {
          if (id !== registration.webhookId) continue
          await callApi(this, { method: 'DELETE', path: `/v1/webhooks/${id}` })
        }
        delete registration.webhookId
        delete registration.secret
        delete registration.profile
        return true
      },
    },
  }

  /** Starts the workflow with the event, or answers 401 if the delivery is not signed by Postern. */
  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret = '' } = this.getWorkflowStaticData('node') as Registration
    const header = String(this.getHeaderData()['service-signature'] ?? '')
    const { rawBody } = this.getRequestObject()
    if (secret && rawBody && isSigned(header, rawBody, secret, new Date())) {
      return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())] }
    }
    this.getResponseObject().status(401).send('The signature is invalid.')
    return { noWebhookResponse: true }
  }
}

/** The ID or `external_id` of the node's profile; empty for events of all profiles. */
function profileOf(functions: IHookFunctions): string {
  return String(functions.getNodeParameter('profile', '', { extractValue: true }) ?? '')
}

/** The webhook endpoints that the API key can see. */
async function endpoints(functions: IHookFunctions): Promise<Endpoint[]> {
  const request = { method: 'GET', path: '/v1/webhooks' } as const
  const items = await callList(functions, request, Number.POSITIVE_INFINITY)
  return items as unknown as Endpoint[]
}
