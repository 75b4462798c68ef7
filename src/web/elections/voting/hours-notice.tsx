import { errorText } from '#shared/text.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { votingText } from '#shared/elections/voting/voting-text.ts'
import type { CurrentElection } from '#web/api/elections/current.ts'
import { Notice } from '#web/components/notice.tsx'
import { closesInMinutes, type Hours } from '#web/elections/voting/hours.ts'
import { SiteLink } from '#web/router/site-link.tsx'

interface HoursNoticeProps {
  election: CurrentElection
  hours: Hours
  rehearsing: boolean
  /** It is known that this member's ballot is not in the box. */
  notCast: boolean
  now: Instant
}

/** When voting opens, that it is about to close, or that it is over. */
export function HoursNotice({ election, hours, rehearsing, notCast, now }: HoursNoticeProps) {
  if (hours === 'before')
    return (
      <Notice tone="info" title={errorText['voting-not-open']}>
        <p>
          Voting opens on {showInstant(election.votingOpens)}. You can already choose: your choices stay on this device,
          and this page will open by itself.
        </p>
      </Notice>
    )
  if (hours === 'after')
    return (
      <Notice tone="info" title={errorText['voting-not-open']}>
        <p>
          Voting closed on {showInstant(election.votingCloses)}.{' '}
          {notCast && 'No ballot was saved for you in this election. '}
          <SiteLink href="/election-result" className="text-link">
            {votingText.results}
          </SiteLink>
        </p>
      </Notice>
    )
  const minutes = rehearsing ? null : closesInMinutes(election, now)
  if (minutes === null) return null
  return (
    <Notice tone="warning" title={`Voting closes in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`}>
      <p>Please save your ballot before {showInstant(election.votingCloses)}.</p>
    </Notice>
  )
}
