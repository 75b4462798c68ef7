import { failing, press, see, waiting, type Screen } from './screen.ts'

const list = /\/api\/members\?/

/** What a member sees of the association and of themselves. */
export const memberScreens: Screen[] = [
  { name: 'member', page: 'profile', as: 'member', path: '/profile', act: (page) => see(page, 'Show full screen') },
  {
    name: 'member-card',
    page: 'profile',
    as: 'member',
    path: '/profile',
    stays: true,
    act: (page) => press(page, 'Show full screen'),
  },
  { name: 'member-newcomer', page: 'profile', as: 'newcomer', path: '/profile' },
  {
    name: 'member-change',
    page: 'profile',
    as: 'newcomer',
    path: '/profile',
    stays: true,
    act: (page) => press(page, /^Change: /),
  },
  { name: 'my-data', page: 'myData', as: 'member', path: '/my-data' },
  {
    name: 'my-data-leaving',
    page: 'myData',
    as: 'newcomer',
    path: '/my-data',
    act: (page) => press(page, 'Leave the association and delete my data'),
  },
  { name: 'my-data-failed', page: 'myData', as: 'member', path: '/my-data', before: failing('**/api/my-data') },
  { name: 'security', page: 'security', as: 'member', path: '/security' },
  { name: 'members', page: 'members', as: 'member', path: '/members' },
  { name: 'members-nobody-found', page: 'members', as: 'member', path: '/members?search=zzzz' },
  { name: 'members-failed', page: 'members', as: 'member', path: '/members', before: failing(list) },
  { name: 'members-loading', page: 'members', as: 'member', path: '/members', before: waiting(list), loading: true },
  { name: 'nominate-member', page: 'nominate', as: 'member', path: '/nominate' },
]
