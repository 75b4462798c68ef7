import { isUnderWay, waitingIn, type MailingCounts, type MailingState } from '#shared/members/mailing/progress.ts'
import { mailingText } from '#shared/members/mailing/text.ts'

const { figures } = mailingText

/** What became of an email so far, in the order it is told. How many were sent always is; of the rest, what there is. */
export function figuresOf({ state, ...counts }: MailingCounts & { state: MailingState }) {
  const rest = [
    { label: isUnderWay(state) ? figures.waiting : figures.unsent, count: waitingIn(counts) },
    { label: figures.unsure, count: counts.unsure },
    { label: figures.refused, count: counts.refused },
    { label: figures.failed, count: counts.failed },
    { label: figures.leftOut, count: counts.leftOut },
  ]
  return [{ label: figures.sent, count: counts.sent }, ...rest.filter(({ count }) => count > 0)]
}
