import { z } from 'zod'

export const addViewerSchema = z.object({ memberId: z.uuid() })

export const viewersText = {
  title: 'Viewers',
  intro:
    'A viewer may open the profile of any member and change nothing. Viewers see no birthday and no documents. Choose people who need this for their work in the association.',
  search: 'Add a member',
  searchHint: 'By name, ID number, serial number or unit.',
  list: 'Members who may open any profile',
  none: 'No viewers',
  noneHint: 'Only administrators can open other people’s profiles.',
  loadFailed: 'The viewers could not be loaded',
  already: 'Already a viewer',
  left: 'Membership withdrawn',
  remove: 'Remove',
  keep: 'Keep',
  removeQuestion: (name: string) => `Remove ${name} from the viewers?`,
  removeExplained: (name: string) => `${name} can then open no profile but their own. This takes effect at once.`,
  added: (name: string) => `${name} may open any profile now`,
  removed: (name: string) => `${name} is no longer a viewer`,
  addedFrom: 'From the earlier list of email addresses',
} as const
