import { queryOptions } from '@tanstack/react-query'
import type { PublicSection } from '#shared/content/defaults.ts'
import type { VideoPage } from '#shared/content/schemas.ts'
import { ApiError, api, unwrap } from '#web/api/client.ts'
import { fiveMinutesMs } from '#web/api/query-client.ts'

export const homePageQuery = queryOptions({
  queryKey: ['pages', 'home'],
  staleTime: fiveMinutesMs,
  queryFn: () => unwrap(api.pages.home.$get()),
})

export const aboutPageQuery = queryOptions({
  queryKey: ['pages', 'about'],
  staleTime: fiveMinutesMs,
  queryFn: () => unwrap(api.pages.about.$get()),
})

export const linksQuery = (section: PublicSection) =>
  queryOptions({
    queryKey: ['links', section],
    staleTime: fiveMinutesMs,
    queryFn: () => unwrap(api.links.$get({ query: { section } })),
  })

const readAnnouncements = () => unwrap(api.announcements.$get())
export type Announcement = Awaited<ReturnType<typeof readAnnouncements>>['links'][number]

/** The links of all four sections, for people who are logged in. */
export const announcementsQuery = queryOptions({
  queryKey: ['links', 'all'],
  staleTime: fiveMinutesMs,
  queryFn: () => readAnnouncements(),
})

const readNews = (slug: string) => unwrap(api.news[':slug'].$get({ param: { slug } }))
export type WrittenAnnouncement = Awaited<ReturnType<typeof readNews>>

/** A public announcement; null if there is none at this address. */
export const newsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['links', 'news', slug],
    staleTime: fiveMinutesMs,
    // The page is about this one thing: without it, the page is not found.
    meta: { subject: true },
    queryFn: () => readNews(slug).catch(nullIfNotFound),
  })

/** An announcement of any section, for people who are logged in. */
export const announcementQuery = (slug: string) =>
  queryOptions({
    queryKey: ['links', 'announcement', slug],
    staleTime: fiveMinutesMs,
    queryFn: () => unwrap(api.announcements[':slug'].$get({ param: { slug } })).catch(nullIfNotFound),
  })

export function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not-found') return null
  throw error
}

const readLeaders = () => unwrap(api.leaders.$get())
export type Leader = Awaited<ReturnType<typeof readLeaders>>['leaders'][number]

export const leadersQuery = queryOptions({
  queryKey: ['leaders'],
  staleTime: fiveMinutesMs,
  queryFn: () => readLeaders(),
})

const readVideos = (page: VideoPage) => unwrap(api.videos.$get({ query: { page } }))
export type Video = Awaited<ReturnType<typeof readVideos>>['videos'][number]

export const videosQuery = (page: VideoPage) =>
  queryOptions({ queryKey: ['videos', page], staleTime: fiveMinutesMs, queryFn: () => readVideos(page) })
