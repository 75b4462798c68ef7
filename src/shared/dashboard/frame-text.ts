/** What the frame of the administrators' screens says around the names of the screens. */
export const frameText = {
  title: (shortName: string) => `${shortName} Admin`,
  menu: 'Menu',
  newTab: '(opens in a new tab)',
  edit: (page: string) => `Edit ${page}`,
  waiting: (count: number) => `${count.toLocaleString('en')} waiting`,
  /** Beside an entry there is room for three digits. */
  badge: (count: number) => (count > 999 ? '999+' : String(count)),
} as const
