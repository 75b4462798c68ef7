import { showInstant, type Instant } from '#shared/time.ts'
import { dataAddress, type HandledRequest } from '#web/api/members/privacy.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass, classes } from '#web/components/classes.ts'
import { Pill } from '#web/components/pill.tsx'
import { ChangeBeside, ChangeDecision } from '#web/members/privacy/change-decision.tsx'
import { DueDate } from '#web/members/privacy/due-date.tsx'
import { kindText, outcomeText } from '#web/members/privacy/request-text.ts'

interface RequestCardProps {
  request: HandledRequest
  now: Instant
  onAnswer: () => void
  onAccepted: () => void
}

/** One request, as an administrator handles it. */
export function RequestCard({ request, now, onAnswer, onAccepted }: RequestCardProps) {
  const { kind, member, outcome, details, overdue } = request
  return (
    <li
      className={classes(
        'card grid grid-cols-1 gap-3 border-l-4 p-5 md:p-6',
        overdue ? 'border-l-red' : 'border-l-navy-3',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Pill tone={kind === 'erasure' ? 'red' : 'plain'}>{kindText(request)}</Pill>
        {outcome !== null && <Pill tone={outcome === 'done' ? 'green' : 'plain'}>{outcomeText[outcome]}</Pill>}
        <h2 className="text-2xl">{member.name}</h2>
        <span className="text-muted tabular-nums">{member.idNumber ?? (member.isAdmin ? 'Administrator' : '')}</span>
      </div>
      {outcome === null && (
        <p>
          <DueDate dueAt={request.dueAt} now={now} overdue={overdue} />
        </p>
      )}
      <p className="text-muted">Asked on {showInstant(request.askedAt)}</p>
      {member.withdrawn && !member.erased && (
        <p>
          <Pill tone="red">Membership withdrawn</Pill>
        </p>
      )}
      {!member.erased && <ChangeBeside request={request} />}
      {details ? (
        <blockquote className="border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">{details}</blockquote>
      ) : (
        !member.erased && kind !== 'change' && <p className="text-muted">No reason was given.</p>
      )}
      {request.answer && (
        <div className="border-l-4 border-navy-3 bg-navy-soft px-4 py-3">
          <p className="font-semibold">
            {[
              `Answered by ${request.answeredBy ?? 'someone who is no longer here'}`,
              request.answeredAt && showInstant(request.answeredAt),
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{request.answer}</p>
        </div>
      )}
      {member.erased && (
        <p className="text-muted">The member’s data was deleted, and so was the text of this request.</p>
      )}
      {kind === 'change' && outcome === null && !member.erased && (
        <ChangeDecision request={request} onDecline={onAnswer} onAccepted={onAccepted} />
      )}
      {!member.erased && (
        <div className="mt-1 flex flex-wrap gap-3">
          {outcome === null && kind !== 'change' && (
            <Button onClick={onAnswer}>
              Answer<span className="sr-only"> {member.name}</span>
            </Button>
          )}
          <a href={`/member/${member.id}`} className={buttonClass('outline')}>
            Open profile<span className="sr-only"> of {member.name}</span>
          </a>
          {outcome === null && kind !== 'change' && (
            <a href={dataAddress(member.id)} download className={buttonClass('outline')}>
              Download their data<span className="sr-only">: {member.name}</span>
            </a>
          )}
        </div>
      )}
    </li>
  )
}
