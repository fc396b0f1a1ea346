import { type EventStreamListener, streamEvents } from './events.ts'
import { type LiveListener, listen } from './live.ts'
import { send } from './request.ts'
import { accounts } from './resources/accounts.ts'
import { apiKeys } from './resources/api-keys.ts'
import { comments } from './resources/comments.ts'
import { connect } from './resources/connect.ts'
import { insights } from './resources/insights.ts'
import { media } from './resources/media.ts'
import { members } from './resources/members.ts'
import { auditLog, owner, platforms, system } from './resources/owner.ts'
import { posts } from './resources/posts.ts'
import { profiles } from './resources/profiles.ts'
import { requests } from './resources/requests.ts'
import { savedTexts } from './resources/saved-texts.ts'
import { session } from './resources/session.ts'
import { webhooks } from './resources/webhooks.ts'
import {
  type ClientOptions,
  checkProfile,
  type RequestOptions,
  readSettings,
  type Settings,
} from './settings.ts'

export * from './errors.ts'
export type { EventStreamListener } from './events.ts'
export type { LiveListener } from './live.ts'
export type { List, Page } from './page.ts'
export type * from './schema.gen.ts'
export type { ClientOptions, Fetch, RequestOptions } from './settings.ts'
export type { Upload, UploadFile } from './upload.ts'
export * from './webhooks.ts'

export type Client = ReturnType<typeof resources> & {
  /** A client limited to this profile. For owner keys. */
  withProfile(idOrExternalId: string): Client
}

/** Creates a client. Throws TypeError for invalid options. */
export function createClient(options: ClientOptions): Client {
  return clientOf(readSettings(options))
}

function clientOf(settings: Settings): Client {
  return {
    ...resources(settings),
    withProfile: (profile) => clientOf({ ...settings, profile: checkProfile(profile) }),
  }
}

function resources(settings: Settings) {
  return {
    /** The API key and its permissions. */
    me: (options?: RequestOptions) => send(settings, 'getMe', {}, options),
    /** What happens now and what needs attention, for a start page. */
    overview: (options?: RequestOptions) => send(settings, 'getOverview', {}, options),
    /** Listens for changes until the signal is aborted. For signed-in members. */
    listen: (listener: LiveListener) => listen(settings, listener),
    /** Receives events until the signal is aborted, without an endpoint. Each comes once. */
    streamEvents: (listener: EventStreamListener) => streamEvents(settings, listener),
    session: session(settings),
    members: members(settings),
    owner: owner(settings),
    auditLog: auditLog(settings),
    system: system(settings),
    platforms: platforms(settings),
    profiles: profiles(settings),
    accounts: accounts(settings),
    connect: connect(settings),
    posts: posts(settings),
    media: media(settings),
    comments: comments(settings),
    savedTexts: savedTexts(settings),
    insights: insights(settings),
    webhooks: webhooks(settings),
    apiKeys: apiKeys(settings),
    requests: requests(settings),
  }
}
