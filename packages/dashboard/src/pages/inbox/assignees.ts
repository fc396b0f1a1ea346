import type { Comment } from '@postern/sdk'
import { clientFor } from '../../api/client.ts'
import { useAllItems } from '../../api/use-data.ts'
import { useMember } from '../../session/use-session.ts'

export type Assignee = { id: string; name: string; isYou: boolean }

/** The members who can answer comments of a profile, or of all that one may see; you come first. */
export function useAssignees(profile: string | null, enabled = true): readonly Assignee[] {
  const { member } = useMember()
  const { data = [] } = useAllItems(
    'members',
    ['assignees', profile],
    () => clientFor(profile).comments.assignees({ limit: 100 }),
    { scope: 'all', enabled },
  )
  return data
    .map(({ id, name }) => ({ id, name, isYou: id === member.id }))
    .sort((a, b) => Number(b.isYou) - Number(a.isYou) || a.name.localeCompare(b.name))
}

/** The comment's assignee, who may have lost the profile since the list was read. */
export function withCurrent(
  assignees: readonly Assignee[],
  current: Comment['assigned_to'],
): readonly Assignee[] {
  if (!current || assignees.some(({ id }) => id === current.id)) return assignees
  return [...assignees, { id: current.id, name: current.name ?? current.id, isYou: false }]
}
