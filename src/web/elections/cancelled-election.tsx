import { cancelledText } from '#shared/elections/no-election-text.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { buttonClass } from '#web/components/button-class.ts'
import { SiteLink } from '#web/router/site-link.tsx'

/** In the place of what an election would offer. */
export function CancelledElection({ election }: { election: { title: string; cancelledReason: string | null } }) {
  return (
    <EmptyState
      title={cancelledText.title}
      action={
        <SiteLink href="/election" className={buttonClass('outline')}>
          {cancelledText.toSchedule}
        </SiteLink>
      }
    >
      <p className="font-semibold break-words">{election.title}</p>
      <p className="mt-1 break-words whitespace-pre-line">{election.cancelledReason}</p>
    </EmptyState>
  )
}
