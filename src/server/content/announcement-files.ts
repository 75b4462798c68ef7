import { documentMaxBytes } from '#shared/content/entries.ts'
import type { Person } from '#server/http/session.ts'
import type { Deps } from '#server/deps.ts'
import { receivePicture } from '#server/storage/pictures.ts'
import { receiveDocument, type SentDocument } from '#server/storage/receive-document.ts'

/** Shown at up to 960 px, on some screens of twice that density. */
const picture = { maxBytes: 20 * 1024 * 1024, width: 1600, bucket: 'announcements' } as const

/** A picture goes up before its text is saved; what nobody claims is swept. */
export async function receiveAnnouncementPicture(deps: Deps, admin: Person, sent: Omit<SentDocument, 'name'>) {
  const { avif, webp } = await receivePicture(deps, { ...sent, ...picture, ownerId: admin.id })
  return { avifId: avif.id, webpId: webp.id }
}

/** As with a picture; an administrator may have several of them on the way, each in a form of its own. */
export const receiveAnnouncementDocument = (deps: Deps, admin: Person, sent: SentDocument) =>
  receiveDocument(deps, sent, {
    bucket: 'announcements',
    ownerId: admin.id,
    takes: ['pdf'],
    wrongType: 'entry-document-type',
    maxBytes: documentMaxBytes,
    tooLarge: 'entry-document-too-large',
    replacesUnused: false,
    whyNot: async () => null,
  })
