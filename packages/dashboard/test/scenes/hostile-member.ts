import { openStaff } from '../staff-session.ts'
import { area as hostile } from './hostile.ts'
import type { Area } from './scene.ts'

/** The menu of a member with a hostile name, email and clients. */
export const area: Area = {
  name: 'hostile-member',
  fill: hostile.fill,
  signIn: async (dashboard, { profiles }, appearance) =>
    await openStaff(dashboard, {
      name: 'W'.repeat(255),
      email: `member-${dashboard.testApp.nextNumber()}@${'long-'.repeat(10)}example.com`,
      profiles: profiles!.split(' '),
      appearance,
    }),
  rules: ['hostileText', 'width', 'targets', 'console'],
  scenes: [
    {
      name: 'menu',
      state: 'full',
      path: '/',
      viewport: 'phone',
      act: async (page) => {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
      },
    },
  ],
}
