import { useMemo, useRef, useState } from 'react'
import { whyCannotNominate } from '#shared/elections/nomination/eligibility.ts'
import { closedText, nominationText } from '#shared/elections/nomination/nomination.ts'
import { may, type Who } from '#shared/permissions.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import type { CurrentElection } from '#web/api/elections/current.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { NominatePanel } from '#web/elections/nomination/nominate-panel.tsx'
import { NomineesSection } from '#web/elections/nomination/nominees-section.tsx'
import { NoteBox } from '#web/elections/nomination/note-box.tsx'
import { useNomineeActs } from '#web/elections/nomination/use-nominee-acts.tsx'
import { useServerNow } from '#web/elections/use-server-now.ts'

interface NominationsProps {
  election: CurrentElection
  fetchedAt: Instant
  me: Who & { id: string }
}

export function Nominations({ election, fetchedAt, me }: NominationsProps) {
  const now = useServerNow(election, fetchedAt)
  const nominees = useRef<HTMLHeadingElement>(null)
  const newOnes = useRef<HTMLHeadingElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const by = useMemo(() => ({ personId: me.id, electionId: election.id }), [me.id, election.id])
  function fail(message: string) {
    setFailure(message)
    setFailed(true)
  }
  // Where the eye should be next; the button that had the focus may be gone.
  const onDeleted = () => nominees.current?.focus()
  const onSaved = () => (newOnes.current ?? nominees.current)?.focus()
  const acts = useNomineeActs({ electionId: election.id, onDeleted, onFailed: fail })
  const manages = may(me, 'manage nominees')
  const open = whyCannotNominate(election, me, now) === null

  return (
    <>
      <p className="mt-2 text-lg text-muted">{election.title}</p>
      <div className="mt-6 grid grid-cols-1 gap-10">
        <div
          className={classes(
            'grid grid-cols-1 gap-6',
            open ? 'lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start' : 'lg:grid-cols-2',
          )}
        >
          {open ? (
            <NominatePanel who={me} by={by} onSaved={onSaved} onFailed={fail} />
          ) : (
            <Closed election={election} manages={manages} now={now} />
          )}
          <NoteBox {...{ election, manages, open, now }} />
        </div>
        <NomineesSection
          election={election}
          who={me}
          now={now}
          acts={acts}
          headingRef={nominees}
          newOnesRef={newOnes}
        />
      </div>
      {acts.asking}
      <Dialog open={failed} onClose={() => setFailed(false)} title={nominationText.failed}>
        <p role="alert">{failure}</p>
        <div className="mt-6 flex justify-end">
          <Button onClick={() => setFailed(false)}>Close</Button>
        </div>
      </Dialog>
    </>
  )
}

interface ClosedProps {
  election: CurrentElection
  manages: boolean
  now: Instant
}

function Closed({ election, manages, now }: ClosedProps) {
  const { nominationOpens, nominationCloses, adminNominationCloses } = election
  if (!manages && now < nominationOpens)
    return (
      <Notice tone="info" title={`Nomination opens on ${showInstant(nominationOpens)}`}>
        <p>You can nominate other members from then on. This page will open by itself.</p>
      </Notice>
    )
  return (
    <Notice tone="info" title={`Nomination ${closedText(manages ? adminNominationCloses : nominationCloses)}`}>
      <p>Nobody can be nominated any more. The candidates are listed below.</p>
    </Notice>
  )
}
