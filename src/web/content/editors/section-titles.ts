import type { LinkSection } from '#shared/content/defaults.ts'

/** The sections by the names people read, in the order of the dashboard. */
export const sectionTitles: Record<LinkSection, string> = {
  Events: 'Events',
  Legalities: 'Legalities',
  'Programs and Projects': 'Programs and Projects',
  'Whats New': 'What’s New',
}
