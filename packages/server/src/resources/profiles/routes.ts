import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import { exampleOf } from '../../schemas/examples.ts'
import { anyOf, listOf, profileReference, profileSearch, several } from '../../schemas/fields.ts'
import {
  deletedProfileShape,
  deletionStatuses,
  externalId,
  profileCreate,
  profileDeletionShape,
  profileShape,
  profileUpdate,
} from '../../schemas/profile.ts'
import {
  profileStatisticsShape,
  statisticsShape,
  statisticsSorts,
} from '../../schemas/statistics.ts'
import { deleteProfile, type ProfileEraser } from './deletion.ts'
import { listDeletions } from './deletions.ts'
import { createProfile, getProfile, listProfiles, updateProfile } from './profiles.ts'
import { listStatistics, readStatistics } from './statistics.ts'

const tag = 'Profiles'
const params = z.strictObject({ id: profileReference })

/** The endpoints of profiles; `erasers` delete the data of each resource. */
export function profileRoutes(erasers: readonly ProfileEraser[]): Route[] {
  return [
    route({
      method: 'get',
      path: '/v1/profiles',
      operationId: 'listProfiles',
      tag,
      summary: 'List profiles',
      description:
        'Returns the profiles, oldest first, beginning with the default profile. Profiles that are being deleted are not listed.',
      access: 'owner',
      permission: 'profiles:read',
      query: z.strictObject({
        ...listQuery,
        external_id: several(externalId, limits.page.max)
          .optional()
          .meta({ description: 'Only profiles with these external IDs, separated by commas.' }),
        search: profileSearch.optional(),
      }),
      responses: { 200: { schema: listOf(profileShape), description: 'A page of profiles.' } },
      errors: [],
      run: async (ctx, scope, { query }) => ({
        status: 200,
        body: await listProfiles(ctx, scope, query),
      }),
    }),
    route({
      method: 'post',
      path: '/v1/profiles',
      operationId: 'createProfile',
      atomic: true,
      tag,
      summary: 'Create a profile',
      description:
        'If a profile with this `external_id` exists, it is returned unchanged with status 200. Repeating the same request always returns the same profile.',
      access: 'owner',
      permission: 'profiles:write',
      body: profileCreate,
      responses: {
        201: {
          schema: profileShape,
          description: 'The new profile.',
          example: { ...exampleOf(profileShape), account_count: 0 },
        },
        200: { schema: profileShape, description: 'The existing profile with this `external_id`.' },
      },
      errors: ['profile_conflict', 'limit_reached'],
      run: async (ctx, scope, { body }) => {
        const { profile, isNew } = await createProfile(ctx, scope, body)
        return { status: isNew ? 201 : 200, body: profile }
      },
    }),
    route({
      method: 'get',
      path: '/v1/profiles/{id}',
      operationId: 'getProfile',
      tag,
      summary: 'Retrieve a profile',
      description: 'Returns the profile with this ID or `external_id`.',
      access: 'owner',
      permission: 'profiles:read',
      params,
      responses: { 200: { schema: profileShape, description: 'The profile.' } },
      errors: ['profile_not_found', 'profile_conflict'],
      run: async (ctx, scope, { params }) => ({
        status: 200,
        body: await getProfile(ctx, scope, params.id),
      }),
    }),
    route({
      method: 'patch',
      path: '/v1/profiles/{id}',
      operationId: 'updateProfile',
      atomic: true,
      tag,
      summary: 'Update a profile',
      description:
        'Changes the fields that you send. `external_id: null` removes the `external_id`. One that another profile uses returns `external_id_taken`.',
      access: 'owner',
      permission: 'profiles:write',
      params,
      body: profileUpdate,
      responses: {
        200: {
          schema: profileShape,
          description: 'The updated profile.',
          example: { ...exampleOf(profileShape), ...exampleOf(profileUpdate) },
        },
      },
      errors: ['profile_not_found', 'profile_conflict', 'external_id_taken'],
      run: async (ctx, scope, { params, body }) => ({
        status: 200,
        body: await updateProfile(ctx, scope, params.id, body),
      }),
    }),
    route({
      method: 'delete',
      path: '/v1/profiles/{id}',
      operationId: 'deleteProfile',
      atomic: true,
      tag,
      summary: 'Delete a profile',
      description:
        'Revokes access to the profile immediately and deletes its data in the background. When that is finished, `profile.deleted` is sent to the webhook endpoints that are not bound to a profile.',
      access: 'owner',
      permission: 'profiles:write',
      params,
      responses: { 202: { schema: deletedProfileShape, description: 'The deletion has started.' } },
      errors: ['profile_not_found', 'profile_conflict', 'default_profile'],
      run: async (ctx, scope, { params }) => ({
        status: 202,
        body: await deleteProfile(ctx, scope, params.id, erasers),
      }),
    }),
    route({
      method: 'get',
      path: '/v1/profile-deletions',
      operationId: 'listProfileDeletions',
      tag,
      summary: 'List profile deletions',
      description:
        'Returns running and finished deletions with the number of deleted objects, newest first.',
      access: 'owner',
      permission: 'profiles:read',
      query: z.strictObject({
        ...listQuery,
        status: anyOf(deletionStatuses, 'deletions with these statuses').optional(),
      }),
      responses: {
        200: { schema: listOf(profileDeletionShape), description: 'A page of deletions.' },
      },
      errors: [],
      run: async (ctx, scope, { query }) => ({
        status: 200,
        body: await listDeletions(ctx, scope, query),
      }),
    }),
    route({
      method: 'get',
      path: '/v1/profile-statistics',
      operationId: 'listProfileStatistics',
      tag,
      summary: 'List profile statistics',
      description:
        'Returns the current numbers of posts, unanswered comments, accounts and followers of each profile. Use it for an overview of all clients in one request.',
      access: 'key',
      permission: 'insights:read',
      query: z.strictObject({
        ...listQuery,
        sort: z.enum(statisticsSorts).optional().meta({
          description:
            '`attention` lists profiles with an expired account or a failed post first, then those with unanswered comments; `name` sorts by name.',
          default: 'name',
        }),
        search: profileSearch.optional(),
      }),
      responses: {
        200: { schema: listOf(profileStatisticsShape), description: 'A page of statistics.' },
      },
      errors: [],
      run: async (ctx, scope, { query }) => ({
        status: 200,
        body: await listStatistics(ctx, scope, query),
      }),
    }),
    route({
      method: 'get',
      path: '/v1/statistics',
      operationId: 'getStatistics',
      tag,
      summary: 'Retrieve statistics',
      description:
        'Returns current totals of posts, unanswered comments, accounts and followers, for all profiles that the caller can see or for the profile of the key or the `Service-Profile` header.',
      access: 'key',
      permission: 'insights:read',
      responses: { 200: { schema: statisticsShape, description: 'The statistics.' } },
      errors: [],
      run: async (ctx, scope) => ({ status: 200, body: await readStatistics(ctx, scope) }),
    }),
  ]
}
