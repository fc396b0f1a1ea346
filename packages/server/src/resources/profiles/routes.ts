import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { listQuery } from '../../http/list.ts'
import { type Route, route } from '../../http/route.ts'
import { anyOf, lineOfText, listOf, profileReference, several } from '../../schemas/fields.ts'
import {
  deletedProfileShape,
  deletionStatuses,
  externalId,
  profileCreate,
  profileDeletionShape,
  profileShape,
  profileUpdate,
} from '../../schemas/profile.ts'
import { deleteProfile, type ProfileEraser } from './deletion.ts'
import { listDeletions } from './deletions.ts'
import { createProfile, getProfile, listProfiles, updateProfile } from './profiles.ts'

const tag = 'Profiles'
const params = z.strictObject({ id: profileReference })

/** The endpoints of profiles; `erasers` are the nouns that take part in a deletion. */
export function profileRoutes(erasers: readonly ProfileEraser[]): Route[] {
  return [
    route({
      method: 'get',
      path: '/v1/profiles',
      operationId: 'listProfiles',
      tag,
      summary: 'List profiles, the default profile first, then oldest first',
      description:
        'Every profile of the owner that is not being deleted. Only owner keys and owners who signed in may list profiles.',
      access: 'owner',
      permission: 'profiles:read',
      query: z.strictObject({
        ...listQuery,
        external_id: several(externalId, limits.page.max).optional(),
        search: lineOfText(limits.profile.nameCharsMax)
          .optional()
          .meta({ description: 'A part of the name or of the `external_id`.' }),
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
      summary: 'Create a profile, or get the one with this external_id',
      description:
        'Repeating the same request always answers the same profile: an existing `external_id` answers 200 with the profile as it is.',
      access: 'owner',
      permission: 'profiles:write',
      body: profileCreate,
      responses: {
        201: { schema: profileShape, description: 'The new profile.' },
        200: { schema: profileShape, description: 'The profile that has this external_id.' },
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
      summary: 'Read a profile',
      description: 'The profile with this id or `external_id`.',
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
      summary: 'Change a profile',
      description:
        'Changes the fields that are sent and leaves the others. `external_id: null` removes it; one that another profile has is refused with `external_id_taken`.',
      access: 'owner',
      permission: 'profiles:write',
      params,
      body: profileUpdate,
      responses: { 200: { schema: profileShape, description: 'The changed profile.' } },
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
      summary: 'Delete a profile and everything in it',
      description:
        'Access ends at once; the data is erased in the background, then `profile.deleted` is sent to the webhook endpoints that are not bound to a profile.',
      access: 'owner',
      permission: 'profiles:write',
      params,
      responses: { 202: { schema: deletedProfileShape, description: 'The deletion has begun.' } },
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
      summary: 'List the deletions of profiles, the newest first',
      description: 'Those under way, and how much was erased by those that are finished.',
      access: 'owner',
      permission: 'profiles:read',
      query: z.strictObject({ ...listQuery, status: anyOf(deletionStatuses).optional() }),
      responses: {
        200: { schema: listOf(profileDeletionShape), description: 'A page of deletions.' },
      },
      errors: [],
      run: async (ctx, scope, { query }) => ({
        status: 200,
        body: await listDeletions(ctx, scope, query),
      }),
    }),
  ]
}
