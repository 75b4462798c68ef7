import type { ChecklistItem } from './checklist.ts'

/** What the list of first steps says: what to do, why in half a sentence, and where. */
export const checklistText = {
  title: 'Set up your site',
  intro: 'A few steps, in any order. Each is ticked off by itself once it is done.',
  titleLater: 'Still to set up',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  failed: 'The first steps could not be loaded',
  states: { done: 'Done', open: 'To do', 'not needed': 'Not needed' },
  /** Of two-step login, for whoever has it. */
  seeMissing: 'See who is missing',
  notNeeded: 'We do not need this',
  neededAfterAll: 'We need it after all',
  items: {
    contact: {
      title: 'Name and contact of the association',
      why: 'so that people know who you are and whom to ask',
      action: 'Open the settings',
    },
    wallet: {
      title: 'Account for the registration fee',
      why: 'until it is set, applicants are not asked to pay',
      action: 'Open the settings',
    },
    mail: {
      title: 'Email',
      why: 'without a mail server no email reaches anybody: the person who runs the server sets SMTP_URL and MAIL_FROM',
      action: 'See the status',
    },
    backup: {
      title: 'First backup',
      why: 'so that nothing is lost with the server; more are made by themselves every night',
      action: 'Back up now',
    },
    'two-step login': {
      title: 'Two-step login for every administrator',
      why: 'so that a guessed password opens nothing',
      action: 'Turn it on',
    },
    'second administrator': {
      title: 'A second administrator',
      why: 'so that somebody can help when you cannot, and confirm proxy ballots',
      action: 'Invite somebody',
    },
    members: {
      title: 'Members',
      why: 'bring in the list you have, or tell people to apply under Join Us',
      action: 'Import members',
    },
    leadership: {
      title: 'Leadership',
      why: 'the public page of your trustees and officers is still empty',
      action: 'Add the leaders',
    },
    election: {
      title: 'First election',
      why: 'choose its days well ahead, so that members can prepare',
      action: 'Plan the election',
    },
  } satisfies Record<ChecklistItem, { title: string; why: string; action: string }>,
} as const
