import sharp from 'sharp'
import { leaders, links, pageContents, settings } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { LinkSection } from '#shared/content/defaults.ts'
import type { LeaderGroup } from '#shared/content/schemas.ts'
import { portrait } from './demo-pictures.ts'
import { addDemoVideos, stored } from './demo-videos.ts'

/** News, events, leaders and stories of the made-up association. */

type NewLink = typeof links.$inferInsert
const morning = (day: string) => Date.parse(`${day}T08:00:00+08:00`)

const link = (section: LinkSection, day: string, title: string, address: string): NewLink => ({
  section,
  title,
  link: address,
  createdAt: morning(day),
})

interface When {
  from: string
  to?: string
  place?: string
}
const event = (day: string, title: string, address: string, { from, to, place = '' }: When): NewLink => ({
  ...link('Events', day, title, address),
  startsAt: Date.parse(`${from}:00+08:00`),
  endsAt: to === undefined ? null : Date.parse(`${to}:00+08:00`),
  place,
})

const listed: NewLink[] = [
  {
    ...link('Whats New', '2025-03-12', 'ID card printing schedule, Visayas', ''),
    kind: 'text',
    slug: 'id-card-printing-schedule-visayas',
    text: 'ID cards for members in the Visayas are printed in Cebu City on 22 March 2025, from 9:00 AM to 4:00 PM.',
  },
  link('Whats New', '2025-03-10', 'How your vote is kept secret and counted', '/how-votes-are-counted'),
  link('Whats New', '2025-03-04', 'Annual training guidance 2025', 'https://example.org/training'),
  {
    ...link('Whats New', '2025-02-27', 'New officers take their oath', ''),
    kind: 'text',
    slug: 'new-officers-take-their-oath',
    text: [
      'The officers elected by the Board of Trustees took their oath on 26 February 2025 at Camp Aguinaldo, Quezon City.',
      'Col. Fernando A. Reyes leads the association as President. In his address he thanked the members of all four regions and asked every chapter to send its training plan before the end of March.',
      'Members who want to help with the general assembly in June can write to the secretariat.',
    ].join('\n\n'),
  },
  link('Whats New', '2025-02-20', 'Chapter in Davao opens its office', 'https://example.org/davao'),
  link('Whats New', '2025-02-11', 'Thank you to the relief volunteers of Bicol', '/featured-stories'),
  link('Whats New', '2025-01-30', 'Scholarships for members’ children', 'https://example.org/scholarships'),
  event('2025-03-09', 'Araw ng Kagitingan march', 'https://example.org/march', {
    from: '2025-04-09T06:00',
    place: 'Mount Samat National Shrine, Bataan',
  }),
  event('2025-03-01', 'General assembly', 'https://example.org/assembly', {
    from: '2025-06-20T08:00',
    to: '2025-06-21T16:00',
    place: 'Camp Aguinaldo, Quezon City',
  }),
  {
    ...link('Events', '2025-02-25', 'Visayas chapter meeting: date to be announced', ''),
    kind: 'text',
    slug: 'visayas-chapter-meeting',
    text: 'The Visayas chapter meets in Cebu City this year. We will announce the date here once the hall is booked.',
  },
  event('2025-02-01', 'Blood donation with the Red Cross', '#', {
    from: '2025-03-08T08:00',
    to: '2025-03-08T12:00',
    place: 'Cebu City',
  }),
  link('Programs and Projects', '2025-03-06', 'Basic life support training, four regions', 'https://example.org/bls'),
  link('Programs and Projects', '2025-02-14', 'One reservist, ten trees', '/featured-stories'),
  link(
    'Programs and Projects',
    '2025-01-20',
    'Disaster response register: tell us your skills',
    'https://example.org/skills',
  ),
  link('Legalities', '2025-02-01', 'By-laws of the association, as amended', 'https://example.org/by-laws'),
  link(
    'Legalities',
    '2025-01-15',
    'Resolution 2025-01: rules of the election',
    'https://example.org/resolution-2025-01',
  ),
]

const officers: [rank: string, name: string, position: string][] = [
  ['COL', 'Fernando A. Reyes', 'President'],
  ['LCDR', 'Gloria P. Nuñez', 'Secretary General'],
  ['CPT', 'Ricardo L. Torres', 'Treasurer'],
  ['1LT', 'Ana B. Pascual', 'Public Information Officer'],
]

const contact = {
  socialPages: 'https://example.org/arrapi',
  contactEmail: 'secretariat@example.org',
  contactPhone: '0917 123 4567',
  walletName: 'Ricardo Torres, treasurer',
  walletAccount: '0917 555 0199',
}

export async function fillDemoContent(deps: Deps): Promise<void> {
  const whole = ({ link: typed, ...one }: NewLink) => ({
    startsAt: null,
    endsAt: null,
    place: '',
    ...one,
    link: typed.startsWith('/') ? `${deps.config.publicUrl}${typed}` : typed,
  })
  await deps.db.insert(links).values(listed.map(whole))
  for (const [place, [rank, name, position]] of officers.entries())
    await deps.db.insert(leaders).values({
      group: 'Officers' satisfies LeaderGroup,
      order: place + 1,
      rank,
      name,
      position,
      ...(await leaderPhoto(deps, place)),
    })
  await deps.db.insert(pageContents).values({ page: 'about', content: {} })
  const value = { ...(await deps.settings()), ...contact }
  await deps.db.insert(settings).values({ value }).onConflictDoNothing()
  await addDemoVideos(deps)
}

async function leaderPhoto(deps: Deps, n: number) {
  const photo = sharp(await portrait(n + 2, 480))
  return {
    photoAvifPath: await stored(deps, 'media', 'image/avif', await photo.clone().avif({ quality: 50 }).toBuffer()),
    photoWebpPath: await stored(deps, 'media', 'image/webp', await photo.clone().webp({ quality: 78 }).toBuffer()),
  }
}
