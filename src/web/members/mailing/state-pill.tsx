import type { MailingState } from '#shared/members/mailing/progress.ts'
import { mailingText } from '#shared/members/mailing/text.ts'
import { Pill } from '#web/components/pill.tsx'

const tones = { sending: 'gold', paused: 'gold', stopped: 'red', done: 'green' } as const

export const StatePill = ({ state }: { state: MailingState }) => (
  <Pill tone={tones[state]}>{mailingText.states[state]}</Pill>
)
