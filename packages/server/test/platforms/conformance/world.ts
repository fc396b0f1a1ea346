import type { ServerPlatformValue } from '../../../src/core/networks.ts'
import type { OutboundRequest } from '../../../src/outbound/outbound.ts'
import type { TestApp } from '../../test-app.ts'

export type WorldName = 'sandbox' | 'real'

/** Where the cases run: the sandbox's servers of a network, or the real server software. */
export type World = {
  name: WorldName
  platform: ServerPlatformValue
  /** Settings with which the product finds the servers. */
  env: Record<string, string>
  /** Called with a test app that has these settings. */
  open(testApp: TestApp): Promise<Network>
}

/** A network with the author, who connects an account, and another person. */
export type Network = {
  /** What the author types on our page, and something that leads to no account. */
  entered: string
  enteredWrong: string
  /** The author decides on the consent page; returns the URL to which it leads. */
  decide(authorizeUrl: string, decision: 'allow' | 'cancel'): Promise<string>
  /** The author's posts with this text. */
  findPosts(text: string): Promise<NetworkPost[]>
  /** The author's posts with this text that are not public; missing where there are none. */
  findDrafts?(text: string): Promise<NetworkPost[]>
  /** The author's replies with this text in the thread of a post. */
  findReplies(post: NetworkPost, text: string): Promise<NetworkPost[]>
  /** The other person's handle, as the author writes it in a mention without the `@`. */
  otherHandle: string
  /** The other person replies. */
  reply(post: NetworkPost, text: string): Promise<void>
  /** The other person likes. */
  like(post: NetworkPost): Promise<void>
  /** The number of hidden replies in the thread of the post. */
  countHidden(post: NetworkPost): Promise<number>
  /** The author removes our app. */
  removeApp(): Promise<void>
  /** Sets the network's clock to that of the product, which is never behind. */
  setClock(now: Date): Promise<void>
  /** The author deactivates their account, or activates it again; missing where nobody can. */
  setActive?(isActive: boolean): Promise<void>
  /** Whether the request publishes a post. */
  isCommit(request: OutboundRequest): boolean
}

/** A post at the network. `id` is the product's `platform_post_id`. */
export type NetworkPost = {
  id: string
  text: string
  /** Targets of links, without mentions and hashtags. */
  links: string[]
  mentions: string[]
  tags: string[]
  altTexts: string[]
  /** The id of the post it replies to. */
  replyTo: string | null
}

/** A request to a server, also to a host below `localhost`; does not follow redirects. */
export type ServerFetch = (address: string, init?: RequestInit) => Promise<Response>
