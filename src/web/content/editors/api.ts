import { queryOptions } from '@tanstack/react-query'
import type { AboutContent, HomeContent, LeaderGroup, LinkForm, VideoPage } from '#shared/content/schemas.ts'
import type { Settings } from '#shared/settings.ts'
import { errorText } from '#shared/text.ts'
import { documents, isPictureType, pictureMaxBytes, whyNotDocument } from '#shared/uploads.ts'
import { api, unwrap } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { Upload } from '#web/components/upload.tsx'
import { nullIfNotFound } from '#web/content/api.ts'

/** The API of the editors. They always start from what is stored now, so no query has a stale time. */

const madeStale = {
  links: [['links'], ['announcements']],
  pages: [['pages']],
  videos: [['videos']],
  leaders: [['leaders']],
  settings: [['settings'], ['site']],
} as const

/** Refetches everything that shows what was edited. */
export async function invalidateEdited(what: keyof typeof madeStale): Promise<void> {
  await Promise.all(madeStale[what].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

const readLinks = () => unwrap(api.links.editing.$get())

export const editedLinksQuery = queryOptions({ queryKey: ['links', 'editing'], queryFn: () => readLinks() })

export const addLink = (json: LinkForm) => unwrap(api.links.$post({ json }))

const readLink = (id: string) => unwrap(api.links[':id'].editing.$get({ param: { id } }))

export type EditedLink = Awaited<ReturnType<typeof readLink>>['link']

/** One entry, or null if it was deleted. */
export const editedLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ['links', 'editing', id],
    queryFn: () => readLink(id).then(({ link }) => link, nullIfNotFound),
  })

/** The kind of text that a file is uploaded for. */
export type TextPlace = 'announcements' | 'pages'

export const sendTextDocument =
  (of: TextPlace): Upload<{ id: string }> =>
  (file, how) =>
    sendFile(`/api/announcement-documents?of=${of}`, file, {
      ...how,
      headers: { 'x-file-name': encodeURIComponent(file.name) },
    })

export const sendTextPicture =
  (of: TextPlace): Upload<{ id: string }> =>
  (file, how) =>
    sendFile(`/api/text-pictures?of=${of}`, file, how)

/** Checks a picture before it is sent. The server examines the content. */
export function whyNotPicture({ type, size }: File): string | null {
  if (!isPictureType(type)) return errorText['picture-not-a-picture']
  return size > pictureMaxBytes ? `${errorText['picture-too-large']} It must be under 20 MB.` : null
}

export function whyNotPdf(file: File): string | null {
  const why = whyNotDocument(documents.announcement, file)
  return why && errorText[why]
}

export const sendAnnouncementPicture: Upload<{ avifId: string; webpId: string }> = (file, how) =>
  sendFile('/api/announcement-pictures', file, how)

export const editLink = (id: string, json: LinkForm & { version: number }) =>
  unwrap(api.links[':id'].$put({ param: { id }, json }))

export const deleteLink = (id: string) => unwrap(api.links[':id'].$delete({ param: { id } }))

export interface PageState<Content> {
  content: Content
  version: number
}
export interface EditedPage<Content> {
  name: 'home' | 'about'
  read: () => Promise<PageState<Content>>
  save: (edit: PageState<Content>) => Promise<PageState<Content>>
}

export const homePage: EditedPage<HomeContent> = {
  name: 'home',
  read: () => unwrap(api.pages.home.$get()),
  save: (json) => unwrap(api.pages.home.$put({ json })),
}

export const aboutPage: EditedPage<AboutContent> = {
  name: 'about',
  read: () => unwrap(api.pages.about.$get()),
  save: (json) => unwrap(api.pages.about.$put({ json })),
}

export const editedPageQuery = <Content>(page: EditedPage<Content>) =>
  queryOptions({ queryKey: ['pages', page.name], queryFn: () => page.read() })

const readVersions = (page: 'home' | 'about') => unwrap(api.pages[':page'].versions.$get({ param: { page } }))

export const versionsQuery = (page: 'home' | 'about') =>
  queryOptions({ queryKey: ['pages', page, 'versions'], queryFn: () => readVersions(page) })

const readLeaders = () => unwrap(api.leaders.$get())
export type EditedLeader = Awaited<ReturnType<typeof readLeaders>>['leaders'][number]
export interface LeaderForm {
  group: LeaderGroup
  name: string
  rank: string
  position: string
  /** Undefined keeps the current photo. */
  photo?: { avifId: string; webpId: string } | null | undefined
}

export const editedLeadersQuery = queryOptions({ queryKey: ['leaders'], queryFn: () => readLeaders() })

export const addLeader = (json: LeaderForm) => unwrap(api.leaders.$post({ json }))

export const editLeader = (id: string, json: LeaderForm & { version: number }) =>
  unwrap(api.leaders[':id'].$put({ param: { id }, json }))

export const deleteLeader = (id: string) => unwrap(api.leaders[':id'].$delete({ param: { id } }))

export const orderLeaders = (json: { group: LeaderGroup; ids: string[] }) => unwrap(api.leaders.order.$put({ json }))

export const sendLeaderPhoto: Upload<{ avifId: string; webpId: string }> = (file, how) =>
  sendFile('/api/leader-photos', file, how)

export const sendLogo: Upload<{ id: string }> = (file, how) => sendFile('/api/logos', file, how)

export const saveSettings = (json: { settings: Settings; version: number }) => unwrap(api.settings.$put({ json }))

const readVideos = (page: VideoPage) => unwrap(api.videos.$get({ query: { page } }))
export type EditedVideo = Awaited<ReturnType<typeof readVideos>>['videos'][number]

export const editedVideosQuery = (page: VideoPage) =>
  queryOptions({ queryKey: ['videos', page], queryFn: () => readVideos(page) })

export const startVideoUpload = (json: { page: VideoPage; title: string; name: string; size: number; type: string }) =>
  unwrap(api.videos.uploads.$post({ json }))

type NewVideo = { page: VideoPage; title: string; replaces: string | null } & ({ uploadId: string } | { link: string })
export const addVideo = (json: NewVideo) => unwrap(api.videos.$post({ json }))

export const renameVideo = (id: string, title: string) =>
  unwrap(api.videos[':id'].$put({ param: { id }, json: { title } }))

export const deleteVideo = (id: string) => unwrap(api.videos[':id'].$delete({ param: { id } }))

export const orderVideos = (json: { page: VideoPage; ids: string[] }) => unwrap(api.videos.order.$put({ json }))

export const sendPoster = (id: string, picture: Blob) =>
  sendFile(`/api/videos/${id}/poster`, picture, { onProgress: () => {}, signal: new AbortController().signal })
