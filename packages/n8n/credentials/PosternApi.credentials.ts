import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow'

export class PosternApi implements ICredentialType {
  name = 'posternApi'
  displayName = 'Postern API'
  icon = {
    light: 'file:../icons/postern.svg',
    dark: 'file:../icons/postern.dark.svg',
  } as const
  documentationUrl = 'https://docs.n8n.io/integrations/community-nodes/using-community-nodes/'

  properties: INodeProperties[] = [
    {
      displayName: 'URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://postern.example.com',
      description: 'The address of your installation, without /v1',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'A key from the page API keys of the dashboard',
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  }

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.url.replace(/\\/+$/, "")}}', url: '/v1/me' },
  }
}
