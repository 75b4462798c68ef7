import type { ErrorCode } from './errors.ts'

const megabyte = 1024 * 1024

/** What a person may send as a picture. Browser and server ask the same; the server looks at what the file is, too. */
const pictureTypes: readonly string[] = ['image/jpeg', 'image/png']
/** Less than 20 MB: exactly 20 are too much. */
export const pictureMaxBytes = 20 * megabyte - 1

export const isPictureType = (type: string): boolean => pictureTypes.includes(type)
/** For the file chooser of a browser. */
export const pictureAccept = pictureTypes.join(',')

/** A logo also stands on the home screens of phones. */
export const logoShortestSide = 192

/** A profile picture that an administrator changes, and what is sent for an election. */
export const smallFileMaxBytes = 5 * megabyte

export const videoMaxBytes = 2 * 1024 * megabyte

export type DocumentKind = 'picture' | 'pdf' | 'doc' | 'docx'

interface DocumentRules {
  takes: readonly DocumentKind[]
  wrongType: ErrorCode
  maxBytes: number
  tooLarge: ErrorCode
}

const ofElection = { maxBytes: smallFileMaxBytes, tooLarge: 'candidate-file-too-large' } as const

/** What may be sent as a document, and what is said of anything else. */
export const documents = {
  /** What a candidate hands in: a document or a picture of one. */
  candidate: { ...ofElection, takes: ['pdf', 'doc', 'docx', 'picture'], wrongType: 'candidate-file-type' },
  candidatePhoto: { ...ofElection, takes: ['picture'], wrongType: 'profile-picture-invalid' },
  /** The form as it was signed: scanned, or photographed. */
  proxyForm: { ...ofElection, takes: ['pdf', 'picture'], wrongType: 'proxy-form-type' },
  /** What goes along with an email to members; several have the same room together. */
  mailing: {
    takes: ['pdf', 'doc', 'docx', 'picture'],
    wrongType: 'attachment-type',
    maxBytes: smallFileMaxBytes,
    tooLarge: 'attachments-too-large',
  },
  announcement: {
    takes: ['pdf'],
    wrongType: 'entry-document-type',
    maxBytes: pictureMaxBytes,
    tooLarge: 'entry-document-too-large',
  },
} as const satisfies Record<string, DocumentRules>

const endings: Record<DocumentKind, readonly string[]> = {
  pdf: ['.pdf'],
  doc: ['.doc'],
  docx: ['.docx'],
  picture: ['.jpg', '.jpeg', '.png'],
}
export const endingsOf = ({ takes }: Pick<DocumentRules, 'takes'>): string[] => takes.flatMap((kind) => endings[kind])

/** Asked before anything is sent, by the name alone; the server looks at what the file is. */
export function whyNotDocument<Rules extends DocumentRules>(
  rules: Rules,
  file: { name: string; size: number },
): Rules['wrongType'] | Rules['tooLarge'] | null {
  const name = file.name.toLowerCase()
  if (!endingsOf(rules).some((ending) => name.endsWith(ending))) return rules.wrongType
  return file.size > rules.maxBytes ? rules.tooLarge : null
}

export interface PictureSize {
  width: number
  height: number
}
