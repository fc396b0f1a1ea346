import type { EndReason } from '../core/records.ts'

export type GraphErrorType =
  | 'OAuthException'
  | 'THApiException'
  | 'IGApiException'
  | 'GraphMethodException'

export type GraphErrorFacts = {
  code: number
  error_subcode?: number
  type?: GraphErrorType
  status?: number
  is_transient?: boolean
  error_user_title?: string
  error_user_msg?: string
  error_data?: unknown
}

/** A response in the Graph error envelope (threads.md §7, instagram.md §7, facebook.md §7). */
export class GraphError extends Error {
  readonly facts: GraphErrorFacts

  constructor(message: string, facts: GraphErrorFacts) {
    super(message)
    this.facts = facts
  }
}

export function envelope(error: GraphError, trace: string) {
  const { code, error_subcode, is_transient, error_user_title, error_user_msg, error_data } =
    error.facts
  return {
    error: {
      message: error.message,
      type: error.facts.type ?? 'OAuthException',
      code,
      ...(error_data === undefined ? {} : { error_data }),
      ...(error_subcode === undefined ? {} : { error_subcode }),
      ...(is_transient === undefined ? {} : { is_transient }),
      ...(error_user_title === undefined ? {} : { error_user_title }),
      ...(error_user_msg === undefined ? {} : { error_user_msg }),
      fbtrace_id: trace,
    },
  }
}

const invalidTokenTexts: Record<EndReason, (clientId: string) => string> = {
  458: (clientId) =>
    `Error validating access token: The user has not authorized application ${clientId}.`,
  459: () =>
    'Error validating access token: You cannot access the app till you log in to the website and follow the instructions given.',
  460: () =>
    'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  463: () => 'Error validating access token: Session has expired.',
  464: () =>
    'Error validating access token: Sessions for the user are not allowed because the user is not a confirmed user.',
  467: () => 'Error validating access token: The access token is invalid.',
  493: () =>
    'Error validating access token: The session has been invalidated because of inactivity.',
}

export function invalidToken(reason: EndReason, clientId: string): GraphError {
  return new GraphError(invalidTokenTexts[reason](clientId), { code: 190, error_subcode: reason })
}

/** 190/463 with both dates (instagram.md §7). */
export function tokenExpired(expiredAt: Date, now: Date): GraphError {
  const message = `Error validating access token: Session has expired on ${longDate(expiredAt)}. The current time is ${longDate(now)}.`
  return new GraphError(message, { code: 190, error_subcode: 463 })
}

function longDate(date: Date): string {
  const text = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'America/Los_Angeles',
  }).format(date)
  return `${text} PDT`.replace(' at ', ' ')
}

/** The error for text that is not a token of this platform (threads.md §7). */
export function unreadableToken(): GraphError {
  return new GraphError('Invalid OAuth access token - Cannot parse access token', { code: 190 })
}

/** Threads refuses with HTTP 500 (threads.md §7). */
export function badParameter(message: string, type: GraphErrorType = 'OAuthException'): GraphError {
  const status = type === 'THApiException' ? 500 : 400
  return new GraphError(message, { code: 100, type, status, is_transient: false })
}

/** The error of Facebook for an unknown field of this type of node. */
export function noFieldOf(type: 'Comment' | 'Page' | 'Post' | 'User') {
  return (field: string): GraphError => {
    const text = `(#100) Tried accessing nonexisting field (${field}) on node type (${type})`
    return new GraphError(text, { code: 100 })
  }
}

/** 100/33: the object is deleted, belongs to others or does not support the method (instagram.md §7). */
export function noSuchObject(id: string, method: string): GraphError {
  const message = `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`
  return new GraphError(message, { code: 100, error_subcode: 33, type: 'GraphMethodException' })
}
