/** What a new site shows until an administrator has written something of their own. */
export const defaultHome = {
  title: 'Citizens in peace. Defenders in need.',
  content:
    'Welcome to the home of reservists and reservist administrators of the Philippines. Join us, carry your membership card, follow what is planned, and choose who leads the association.',
} as const

export const linkSections = ['Whats New', 'Events', 'Programs and Projects', 'Legalities'] as const
export type LinkSection = (typeof linkSections)[number]
