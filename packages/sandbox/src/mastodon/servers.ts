import { serverOrigin } from '../core/hosts.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { type Limits, limitsSetting } from './settings.ts'

const MIB = 1_048_576

/** One server of the simulator and how it differs from a current Mastodon (mastodon.md §0, §8). */
export type Server = {
  /** The first part of its host name. */
  label: string
  /** Where the sandbox handles its requests. */
  prefix: string
  title: string
  version: string
  /** `api_versions.mastodon`, since 4.3; null before. */
  apiVersion: number | null
  /**
   * Another program: instance v1 only, form bodies at `/api/v1/apps`, no idempotency
   * (mastodon.md §8).
   */
  isOtherProgram: boolean
  limits: Limits
}

const currentLimits: Limits = {
  max_characters: 500,
  max_media_attachments: 4,
  characters_reserved_per_url: 23,
  description_limit: 1500,
  image_size_limit: 16 * MIB,
  image_matrix_limit: 33_177_600,
  video_size_limit: 99 * MIB,
  video_matrix_limit: 8_294_400,
}

export const servers: readonly Server[] = [
  {
    label: 'mastodon',
    prefix: '/mastodon/mastodon',
    title: 'Sandbox Social',
    version: '4.6.0',
    apiVersion: 10,
    isOtherProgram: false,
    limits: currentLimits,
  },
  {
    label: 'oldmastodon',
    prefix: '/mastodon/oldmastodon',
    title: 'Old Sandbox Social',
    version: '4.2.10',
    apiVersion: null,
    isOtherProgram: false,
    limits: { ...currentLimits, image_size_limit: 10 * MIB, video_size_limit: 40 * MIB },
  },
  {
    label: 'otherserver',
    prefix: '/mastodon/otherserver',
    title: 'Other Sandbox Social',
    version: '2.7.2 (compatible; Otherserver 1.4.0)',
    apiVersion: null,
    isOtherProgram: true,
    limits: { ...currentLimits, max_characters: 5000, description_limit: 5000 },
  },
]

/** The server that handles a routed path, such as `/mastodon/oldmastodon/oauth/authorize`. */
export function serverOfPath(path: string): Server | undefined {
  return servers.find(({ prefix }) => path.startsWith(`${prefix}/`))
}

/** The server with this label. An account of a network has one. */
export function serverOf({ server }: { server?: string }): Server {
  return servers.find(({ label }) => label === server) ?? servers[0]!
}

/** `http://mastodon.localhost:4100` */
export function originOf(sandbox: Sandbox, server: Server): string {
  return serverOrigin(sandbox, server.label)
}

/** The server's name in addresses such as `@anna@mastodon.localhost:4100`. */
export function domainOf(sandbox: Sandbox, server: Server): string {
  return new URL(originOf(sandbox, server)).host
}

/** Whether the server has discovery, PKCE, the scope `profile` and `GET /api/v1/statuses` (4.3). */
export function isCurrent(server: Server): boolean {
  return server.apiVersion !== null
}

/** The server's limits with those that the control API changed. */
export function limitsOf(sandbox: Sandbox, server: Server): Limits {
  return { ...server.limits, ...limitsSetting(sandbox)[server.label] }
}
