import type { LinkSection } from '#shared/content/defaults.ts'

interface Look {
  title: string
  ground: string
  empty: string
}

/** The four sections as they are stored, and how each is shown. The colours only help: the titles tell them apart. */
export const announcementLooks: Record<LinkSection, Look> = {
  'Whats New': {
    title: 'What’s New',
    ground: 'bg-news text-white',
    empty: 'News of the association will be listed here.',
  },
  Events: {
    title: 'Events',
    ground: 'bg-events text-ink',
    empty: 'Assemblies, trainings and elections will be listed here.',
  },
  'Programs and Projects': {
    title: 'Programs & Projects',
    ground: 'bg-programs text-ink',
    empty: 'What the association is working on will be listed here.',
  },
  Legalities: {
    title: 'Legalities',
    ground: 'bg-legalities text-white',
    empty: 'By-laws, permits and resolutions will be listed here.',
  },
}
