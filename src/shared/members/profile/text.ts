export const maxNoteLength = 2000

export const notesText = {
  title: 'Notes',
  lead: 'Only administrators see these notes here. The member can download them, so write only what you would say to them.',
  label: 'New note',
  add: 'Add the note',
  added: 'The note has been added.',
  none: 'No notes yet.',
  delete: 'Delete',
  deleteTitle: 'Delete this note?',
  deleted: 'The note has been deleted.',
  empty: 'Please write something',
  tooLong: 'A note may have up to 2,000 characters',
  nobody: 'Someone who is no longer here',
} as const
