import { z } from 'zod'
import { route } from '../../../http/route.ts'
import { idOf } from '../../../schemas/fields.ts'
import { memberShape } from '../../../schemas/member.ts'
import {
  codeBody,
  recoveryCodesShape,
  secondFactorSetUp,
  secondFactorSetupShape,
} from '../../../schemas/second-factor.ts'
import { sessionShape } from '../../../schemas/session.ts'
import {
  createRecoveryCodes,
  disableSecondFactor,
  enableSecondFactor,
  resetSecondFactor,
  setUpSecondFactor,
} from './second-factor.ts'

const own = { tag: 'Sign-in', method: 'post', access: 'member', permission: null } as const
const recoveryCodes = {
  schema: recoveryCodesShape,
  description: 'Ten recovery codes, which are not shown again.',
}
const codesShownOnce = {
  field: 'recovery_codes',
  advice: 'Replace the recovery codes to see new ones.',
} as const

export const secondFactorRoutes = [
  route({
    ...own,
    path: '/v1/session/second-factor',
    operationId: 'setUpSecondFactor',
    summary: 'Set up a second factor',
    description:
      'Returns a secret for an authenticator app (TOTP, 6 digits, 30 seconds). The second factor is off until `POST /v1/session/second-factor/enable`.',
    shownOnce: { field: 'secret', advice: 'Start again to get another secret.' },
    body: secondFactorSetUp,
    responses: { 201: { schema: secondFactorSetupShape, description: 'The secret.' } },
    errors: ['second_factor_enabled'],
    run: async (ctx, scope, { body, caller, recordAudit }) => ({
      status: 201,
      body: await setUpSecondFactor(ctx, scope, body, caller, recordAudit),
    }),
  }),
  route({
    ...own,
    path: '/v1/session/second-factor/enable',
    operationId: 'enableSecondFactor',
    summary: 'Enable the second factor',
    description:
      'Turns the second factor on with a code of the app, ends all your other sessions and returns ten recovery codes. From now on, signing in needs a code.',
    shownOnce: codesShownOnce,
    body: codeBody,
    responses: { 201: recoveryCodes },
    errors: ['second_factor_enabled', 'second_factor_not_enabled'],
    run: async (ctx, scope, { body, recordAudit }) => ({
      status: 201,
      body: await enableSecondFactor(ctx, scope, body, recordAudit),
    }),
  }),
  route({
    ...own,
    path: '/v1/session/second-factor/disable',
    operationId: 'disableSecondFactor',
    summary: 'Disable the second factor',
    description:
      'Turns the second factor off with a code of the app or a recovery code, and ends all your other sessions.',
    body: codeBody,
    responses: { 200: { schema: sessionShape, description: 'The session.' } },
    errors: ['second_factor_not_enabled'],
    run: async (ctx, scope, { body, caller, recordAudit }) => ({
      status: 200,
      body: await disableSecondFactor(ctx, scope, body, caller, recordAudit),
    }),
  }),
  route({
    ...own,
    path: '/v1/session/second-factor/recovery-codes',
    operationId: 'createRecoveryCodes',
    summary: 'Replace the recovery codes',
    description:
      'Returns ten new recovery codes; the earlier ones stop working. Needs a code of the app or a recovery code.',
    shownOnce: codesShownOnce,
    body: codeBody,
    responses: { 201: recoveryCodes },
    errors: ['second_factor_not_enabled'],
    run: async (ctx, scope, { body, caller, recordAudit }) => ({
      status: 201,
      body: await createRecoveryCodes(ctx, scope, body, caller, recordAudit),
    }),
  }),
  route({
    method: 'delete',
    path: '/v1/members/{id}/second-factor',
    operationId: 'resetSecondFactor',
    atomic: true,
    tag: 'Members',
    summary: "Reset a member's second factor",
    description:
      'For a member who lost their phone and recovery codes: turns their second factor off and ends their sessions. To turn off your own, use a code instead.',
    access: 'owner',
    permission: 'all',
    params: z.strictObject({ id: idOf('member') }),
    responses: { 200: { schema: memberShape, description: 'The member.' } },
    errors: ['member_not_found', 'second_factor_enabled', 'second_factor_not_enabled'],
    run: async (ctx, scope, { params }) => ({
      status: 200,
      body: await resetSecondFactor(ctx, scope, params.id),
    }),
  }),
]
