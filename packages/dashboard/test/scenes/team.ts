import type { Area } from './scene.ts'

const hostile = '<img src=x onerror=alert(1)> شركة '

/** Members, audit log, settings and system. */
export const area: Area = {
  name: 'team',
  fill: async ({ testApp }) => {
    const profiles: string[] = []
    for (let index = 1; index <= 24; index += 1) {
      const name = index === 3 ? hostile.repeat(6).trim() : `Client number ${index}`
      const made = await testApp.call('POST', '/v1/profiles', {
        name,
        external_id: `client-${index}`,
      })
      profiles.push(made.body.id)
    }
    for (const [index, name] of ['Grace Hopper', hostile, 'A'.repeat(100)].entries()) {
      const made = await testApp.call('POST', '/v1/members', {
        name: name.trim(),
        email: `person-${index}@a-rather-long-domain-name-of-an-agency.example.com`,
        role: index === 0 ? 'owner' : 'staff',
        ...(index === 0 ? {} : { profile_ids: profiles.slice(0, index * 4) }),
      })
      if (made.status !== 201) throw new Error(`no member: ${JSON.stringify(made.body)}`)
    }
    return {}
  },
  scenes: [
    { name: 'members', state: 'empty', path: '/members' },
    { name: 'members', state: 'full', path: '/members' },
    { name: 'members', state: 'failing', path: '/members' },
    {
      name: 'member-form',
      state: 'full',
      path: '/members',
      act: async (page) => await page.getByRole('button', { name: 'Invite member' }).click(),
    },
    { name: 'audit-log', state: 'empty', path: '/audit-log' },
    { name: 'audit-log', state: 'full', path: '/audit-log' },
    { name: 'audit-log', state: 'failing', path: '/audit-log' },
    { name: 'settings', state: 'full', path: '/settings' },
    { name: 'settings', state: 'failing', path: '/settings' },
    { name: 'system', state: 'empty', path: '/system' },
    { name: 'system', state: 'full', path: '/system' },
    { name: 'system', state: 'failing', path: '/system' },
  ],
}
