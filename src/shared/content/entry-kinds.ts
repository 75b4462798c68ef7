/** What an entry of a section is: an address to go to, a PDF to save, or a text with a page of its own. */
export const entryKinds = ['link', 'document', 'text'] as const
export type EntryKind = (typeof entryKinds)[number]
