/** What a new site shows until an administrator has written something. */
export const defaultHome = {
  title: 'Citizens in peace. Defenders in need.',
  content:
    'Welcome to the home of reservists and reservist administrators of the Philippines. Join us, carry your membership card, follow our events, and choose who leads the association.',
} as const

export const defaultAbout = {
  history:
    'The association was formed by reservists and reservist administrators of the Army, the Navy, the Air Force and the Technical and Administrative Service who wished to serve together in peace as they would in need. It has grown from a circle of friends into a national body with members in every region.',
  vision: 'A strong, united and respected community of Filipino reservists, ready to serve the nation and its people.',
  mission:
    'To bring reservists and reservist administrators together, to look after their welfare and training, and to support the defence of the country and relief in times of calamity.',
} as const

export const linkSections = ['Whats New', 'Events', 'Programs and Projects', 'Legalities'] as const
export type LinkSection = (typeof linkSections)[number]

/** The public sections on the home page; the others are for people who are logged in. */
export const publicSections = ['Whats New', 'Events'] as const satisfies readonly LinkSection[]
export type PublicSection = (typeof publicSections)[number]
export const isPublicSection = (section: LinkSection): section is PublicSection =>
  (publicSections as readonly LinkSection[]).includes(section)

/** The association's name inside a sentence: `the Association of …`. */
export const withThe = (name: string): string => (/^the\s/i.test(name) ? name : `the ${name}`)

/** Ends with one full stop, even after a name that ends with `Inc.` */
export const asSentence = (text: string): string => text.replace(/\.?$/, '.')
