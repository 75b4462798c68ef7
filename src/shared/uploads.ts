import type { ErrorCode } from './errors.ts'

const megabyte = 1024 * 1024

/** The types of pictures that people may send. Browser and server check them; the server also checks the content. */
const pictureTypes: readonly string[] = ['image/jpeg', 'image/png']
/** Less than 20 MB; exactly 20 MB is too much. */
export const pictureMaxBytes = 20 * megabyte - 1

export const isPictureType = (type: string): boolean => pictureTypes.includes(type)
/** For the file chooser of a browser. */
export const pictureAccept = pictureTypes.join(',')

/** A logo is also shown on the home screens of phones. */
export const logoShortestSide = 192

/** For a profile picture that an administrator changes, and for files of elections. */
export const smallFileMaxBytes = 5 * megabyte

export const videoMaxBytes = 2 * 1024 * megabyte

export type DocumentKind = 'picture' | 'pdf' | 'doc' | 'docx'

interface DocumentRules {
  takes: readonly DocumentKind[]
  wrongType: ErrorCode
  maxBytes: number
  tooLarge: ErrorCode
}

/** For every document of an election. Its owner's earlier unused ones are deleted, so that nobody fills the storage. */
const ofElection = {
  bucket: 'candidate_documents',
  replacesUnused: true,
  maxBytes: smallFileMaxBytes,
  tooLarge: 'candidate-file-too-large',
} as const

/** Which documents are accepted, and the errors for any others. */
export const documents = {
  /** A candidate's document, or a picture of one. */
  candidate: { ...ofElection, takes: ['pdf', 'doc', 'docx', 'picture'], wrongType: 'candidate-file-type' },
  candidatePhoto: { ...ofElection, takes: ['picture'], wrongType: 'profile-picture-invalid' },
  /** The signed form, scanned or photographed. */
  proxyForm: { ...ofElection, takes: ['pdf', 'picture'], wrongType: 'proxy-form-type' },
  /** Attachments of an email to members; the limit is for all of them together. */
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

/** Checks only name and size, before anything is sent; the server checks the content. */
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
