import type { LinkSection } from '#shared/content/defaults.ts'
import type { EntryKind } from '#shared/content/schemas.ts'
import { showNumber } from '#shared/figures.ts'
import type { Settings } from '#shared/settings.ts'
import { showDay, showInstant } from '#shared/time.ts'
import type { EditedLink } from './api.ts'

type EntryText = Record<'one' | 'start' | 'add' | 'save' | 'added' | 'saved' | 'remove' | 'removed', string>

/** Text for editors of the site. */
export const editorText = {
  fillInAll: 'Please fill in all fields',
  badAddress: 'Invalid URL or hash link',
  addressHint: 'It begins with https://. Use # if there is no page to open yet.',
  newestFirst: 'The newest comes first. Visitors open it from the website.',
  newestFirstForMembers: 'The newest comes first. Only people who are logged in can open it.',
  nextFirst: 'The next event comes first. Visitors open it from the website.',
  /** The words for each kind of entry on buttons and in messages. */
  kinds: {
    link: {
      one: 'link',
      start: 'Add a link',
      add: 'Add link',
      save: 'Save link',
      added: 'Link added',
      saved: 'Link saved',
      remove: 'Delete link',
      removed: 'Link deleted',
    },
    document: {
      one: 'document',
      start: 'Add a document',
      add: 'Add document',
      save: 'Save document',
      added: 'Document added',
      saved: 'Document saved',
      remove: 'Delete document',
      removed: 'Document deleted',
    },
    text: {
      one: 'announcement',
      start: 'Write an announcement',
      add: 'Add announcement',
      save: 'Save announcement',
      added: 'Announcement added',
      saved: 'Announcement saved',
      remove: 'Delete announcement',
      removed: 'Announcement deleted',
    },
  } satisfies Record<EntryKind, EntryText>,
  event: {
    one: 'event',
    start: 'Add an event',
    add: 'Add event',
    save: 'Save event',
    added: 'Event added',
    saved: 'Event saved',
    remove: 'Delete event',
    removed: 'Event deleted',
  } satisfies EntryText,
  document: 'Document',
  newDocument: 'New document',
  documentHint: 'A PDF, under 20 MB.',
  documentKept: (name: string, size: string) => `Now: ${name} (${size}). A new PDF replaces it at the same address.`,
  sendingFile: 'Sending the file …',
  text: 'Text',
  textHint:
    'You can copy text from Word and paste it here. The address of a YouTube or Facebook video on a line of its own becomes a video.',
  textTooLong: (most: number) => `The text can have at most ${showNumber(most)} characters.`,
  tools: {
    label: (field: string) => `Format: ${field}`,
    heading: 'Heading',
    smallHeading: 'Small heading',
    bold: 'Bold',
    list: 'List',
    numbers: 'Numbers',
    link: 'Link',
    picture: 'Add a picture',
    document: 'Add a PDF',
    linkTitle: 'Link',
    linkWords: 'Link text',
    linkWordsHint: 'For example, our page on Facebook',
    linkAddress: 'Where it leads',
    linkAddressHint: 'A web address, a page of this site such as /about, or an email address',
    linkRemoveHint: 'Leave it empty to remove the link.',
    badLink: 'Please enter an address, for example www.facebook.com/arrapi',
    setLink: 'Insert the link',
    undo: 'Undo',
    caption: 'What the picture shows',
    removePicture: 'Remove this picture',
    video: 'Video:',
    removeVideo: 'Remove this video',
    cancelFile: 'Cancel',
  },
  write: 'Write',
  preview: 'Preview',
  newText: (one: string, section: string) => (one === 'event' ? 'New event' : `New ${one}: ${section}`),
  editText: (one: string) => `Edit ${one}`,
  previewAndMore: 'Preview and more',
  seePage: 'See it on the website',
  seeHidden: 'See how it will look',
  gone: 'This announcement or event was deleted',
  goneMeanwhile: (one: string) => `Someone deleted this ${one} in the meantime. Saving adds it again.`,
  goneHelp: 'The dashboard lists what is there now.',
  whenAndWhere: 'When and where',
  publishing: 'Publish',
  publishNow: 'Now',
  published: 'Published',
  publishLater: 'At a time',
  keepAsDraft: 'Not yet: keep it as a draft',
  publishTime: 'Publish at (Manila time)',
  publishTimeRequired: 'Please enter the day and time to publish',
  draft: 'Draft',
  publishesAt: (time: string) => `Will be published on ${time}`,
  onlyAdministrators: 'Only administrators can see it until then.',
  picture: 'Picture',
  pictureHint: 'JPEG or PNG, wider than tall, under 20 MB.',
  pictureShown: 'As it will be shown',
  removePicture: 'Remove the picture',
  nowReads: 'It now reads',
  yoursIsAbove: 'Your version is above. Save again to replace theirs, or cancel to keep theirs.',
  fileGone: 'Please choose its document again.',
  eventStart: 'Starts (Manila time)',
  eventEnd: 'Ends (Manila time)',
  eventPlace: 'Place',
  eventPlaceHint: 'For example, Camp Aguinaldo, Quezon City',
  eventHint: 'With a date, events appear in order of date, and people can save them to a calendar.',
  addLinkFailed: 'Failed to add link',
  uploadVideoFailed: 'Failed to upload video',
  deleteVideoFailed: 'Failed to delete video',
  videoOrderFailed: 'Failed to update video order',
  uploadErrorHelp: 'The connection was lost before the video was uploaded. Check your connection, then press Retry.',
  saved: 'Saved. Visitors will see it the next time they open the page.',
  videoAdded: 'Video uploaded',
  addVideo: 'Add a video',
  videoFromFile: 'From a file',
  videoByLink: 'From YouTube or Facebook',
  videoAddress: 'Address of the video',
  videoAddressHint: 'Open the video on YouTube or Facebook and copy its address.',
  linkedTitle: 'Title on our website',
  linkedPicture: 'Picture (optional)',
  linkedPictureHint: 'JPEG or PNG, under 5 MB. Visitors see it before they press play.',
  addLinkedVideo: 'Add video',
  videoLinked: 'Video added',
  videoGoes: ({ linked }: { linked: unknown }) =>
    linked ? 'will be removed here. It stays on YouTube or Facebook.' : 'and its file will be deleted for good.',
  videoRenamed: 'Title saved',
  videoDeleted: 'Video deleted',
  leaderAdded: 'Person added',
  leaderSaved: 'Person saved',
  leaderDeleted: 'Person deleted',
  orderSaved: 'Order saved',
  restored: 'Restored. Visitors will see it the next time they open the page.',
  logoHint: 'JPEG or PNG, at least 192 px on each side. A PNG without a background looks best.',
  logoNew: 'New logo',
  logoNow: 'The logo now',
  setUpDues: 'Yearly dues of members: amount, accounts and reminders',
  logoBuiltIn: 'Use the built-in emblem',
  /** Advice for a setting that the server refused. */
  settings: {
    name: 'Please enter the association’s name, at most 200 characters',
    shortName: 'Please enter a short name, at most 30 characters',
    tagline: 'Please use at most 200 characters',
    logo: 'Please choose the picture again',
    socialPages: 'Please enter one address on each line, at most five. For example, facebook.com/yourpage',
    contactEmail: 'Please enter a valid email address',
    contactPhone: 'Please use at most 30 characters',
    walletName: 'Please use at most 100 characters',
    walletAccount: 'Please use at most 60 characters',
    registrationFee: 'Please enter whole pesos, from 0 to 100000',
    registrationCloses: 'Please enter a day and a time',
    idPrefix: 'Please use 1 to 12 capital letters or digits',
    ownPasswordToVote: 'Please choose yes or no',
    backupsOn: 'Please choose yes or no',
    backupTime: 'Please enter a time, such as 02:00',
    backupsKept: 'Please enter a number from 1 to 60',
    backupPlace: 'Please choose a folder or a bucket',
    dues: 'Please check the dues',
  } satisfies Record<keyof Settings, string>,
} as const

export function publishingState({ draft, published, createdAt }: EditedLink): string {
  if (draft) return editorText.draft
  return published ? `Added ${showDay(createdAt)}` : editorText.publishesAt(showInstant(createdAt))
}

/** A written entry in the section Events is called an event. */
export const entryText = (kind: EntryKind, section: LinkSection): EntryText =>
  kind === 'text' && section === 'Events' ? editorText.event : editorText.kinds[kind]

/** The section titles that people read, in the order of the dashboard. */
export const sectionTitles: Record<LinkSection, string> = {
  Events: 'Events',
  Legalities: 'Legalities',
  'Programs and Projects': 'Programs and Projects',
  'Whats New': 'What’s New',
}

/** The page to write an announcement: an existing one by its id, or a new one in a section. */
export const writingAddress = (id: string, section?: LinkSection) =>
  `/admin/write/${id}${section === undefined ? '' : `?section=${encodeURIComponent(section)}`}`
