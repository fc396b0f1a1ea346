import { z } from 'zod'
import type { Account } from '../core/records.ts'

/** Earlier than any test's clock, so that accounts are older than their content. */
const CREATED_AT = Date.UTC(2024, 2, 1)

export type AccountFacts = Partial<Account> &
  Pick<Account, 'id' | 'platform' | 'person_id' | 'username' | 'name'>

/** An account with defaults for missing fields. */
export function buildAccount(facts: AccountFacts): Account {
  return {
    kind: 'profile',
    biography: '',
    followers: 1240,
    following: 180,
    is_private: false,
    is_verified: false,
    created_at: CREATED_AT,
    second_id: null,
    account_type: null,
    page: null,
    ...facts,
  }
}

export const allTasks = ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE']

/** The schema of a page in `POST /control/people`. */
export const pageInput = z.strictObject({
  name: z.string().min(1),
  username: z.string().min(1).optional(),
  category: z.string().default('Brand'),
  tasks: z.array(z.string()).default(allTasks),
  business: z.string().optional(),
  /** Whether the person has a role in the business portfolio. */
  business_role: z.boolean().default(true),
  business_relation: z.enum(['owned', 'client']).default('owned'),
  followers: z.int().min(0).default(250),
})
export type PageInput = z.infer<typeof pageInput>
