import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
} from 'n8n-workflow'
import { NodeApiError } from 'n8n-workflow'

type Functions = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions
type ApiRequest = Omit<IHttpRequestOptions, 'url' | 'baseURL'> & { path: string }
type ApiError = {
  code: string
  message: string
  details: { path: string; message: string }[]
  request_id: string
}
type Page = { data: IDataObject[]; has_more: boolean; next_cursor?: string | null }

/**
 * Sends a request with the credentials and returns the body of the response. An error response throws a
 * NodeApiError with Postern's message; its description has the details, the code and the request ID.
 */
export async function callApi(
  functions: Functions,
  { path, ...options }: ApiRequest,
  itemIndex = 0,
): Promise<IDataObject> {
  const { url } = await functions.getCredentials('posternApi')
  const response = await send(functions, {
    ...options,
    baseURL: String(url).replace(/\/+$/, ''),
    url: path,
    json: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  })
  if (response.statusCode < 400) return response.body || { success: true }
  const error = (response.body as unknown as { error?: ApiError })?.error
  const details = error?.details.map((detail) => `${detail.path}: ${detail.message}`) ?? []
  const origin = error
    ? `${error.code}, request ${error.request_id}`
    : 'The response is not from Postern. Check the URL of the credentials.'
  throw new NodeApiError(
    functions.getNode(),
    { statusCode: response.statusCode },
    {
      message: error?.message ?? `The server answered with status ${response.statusCode}.`,
      description: [...details, origin].join('\n'),
      httpCode: String(response.statusCode),
      itemIndex,
    },
  )
}

/** The items of a list, page by page, up to `itemsMax`. */
export async function callList(
  functions: Functions,
  request: ApiRequest,
  itemsMax: number,
  itemIndex = 0,
): Promise<IDataObject[]> {
  const items: IDataObject[] = []
  let cursor: string | null | undefined
  do {
    const limit = Math.min(100, itemsMax - items.length)
    const qs = { ...request.qs, limit, ...(cursor ? { cursor } : {}) }
    const page = (await callApi(functions, { ...request, qs }, itemIndex)) as unknown as Page
    items.push(...page.data)
    cursor = page.has_more ? page.next_cursor : null
  } while (cursor && items.length < itemsMax)
  return items
}

/** Connection errors of n8n say which host and why. */
async function send(functions: Functions, options: IHttpRequestOptions) {
  try {
    const { httpRequestWithAuthentication } = functions.helpers
    const response = await httpRequestWithAuthentication.call(functions, 'posternApi', options)
    return response as { statusCode: number; body: IDataObject | '' }
  } catch (error) {
    throw new NodeApiError(functions.getNode(), error as never)
  }
}
