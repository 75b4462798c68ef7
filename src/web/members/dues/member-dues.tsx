import { useQuery } from '@tanstack/react-query'
import { duesSentence, standingWords } from '#shared/members/dues/text.ts'
import { showDate } from '#shared/time.ts'
import { buttonClass } from '#web/components/classes.ts'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { Fetched } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { SectionCard } from '#web/components/section-card.tsx'
import type { MemberStanding } from '#web/members/api.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { endExemption, invalidateDues, memberDuesQuery, setExemption } from './api.ts'
import { Entries } from './entries.tsx'
import { ReasonButton, VoidButton } from './reason-button.tsx'

/** Shown on the member's own profile. */
export function OwnStanding({ partId, ...dues }: MemberStanding & { partId: string }) {
  return (
    <SectionCard title="Dues" id={partId}>
      <p className="mt-3">{duesSentence(dues)}</p>
      <SiteLink href="/dues" className={`${buttonClass('outline')} mt-4`}>
        My dues
      </SiteLink>
    </SectionCard>
  )
}

const tones = { good: 'green', grace: 'gold', lapsed: 'red', exempt: 'plain' } as const

interface MemberDuesProps extends Pick<MemberStanding, 'standing'> {
  memberId: string
  handles: boolean
  /** The id that links lead to. */
  partId?: string
}

/** Shown to administrators on a member's profile. Only those who handle dues see the ledger. */
export function MemberDues({ memberId, standing, handles, partId }: MemberDuesProps) {
  return (
    <SectionCard title="Dues" id={partId}>
      <p className="mt-3">
        <Pill tone={tones[standing.kind]}>{standingWords(standing)}</Pill>
      </p>
      {handles && <Ledger memberId={memberId} />}
    </SectionCard>
  )
}

function Ledger({ memberId }: { memberId: string }) {
  return (
    <Fetched query={useQuery(memberDuesQuery(memberId))} failed="The payments could not be loaded">
      {({ name, entries, exemption }) => (
        <>
          <Entries
            entries={entries}
            empty="No payments are recorded."
            renderAct={({ id, kind, state, voided, centavos, receipt }) =>
              state === 'waiting' ? (
                <SiteLink href={`/admin/dues?payment=${id}`} className="no-print tap-link">
                  Check this payment
                </SiteLink>
              ) : (
                kind === 'payment' && !voided && receipt && <VoidButton {...{ id, receipt, name, centavos }} />
              )
            }
          />
          <div className="mt-5 border-t border-line pt-4">
            {exemption ? (
              <>
                <p className="font-semibold">
                  Exempt since {showDate(exemption.at)}, by {exemption.by}
                </p>
                <p className="mt-1 mb-3 wrap-anywhere whitespace-pre-line">{exemption.reason}</p>
                <ConfirmButton
                  button={{ look: 'outline', size: 'small' }}
                  title="End the exemption?"
                  action="End the exemption"
                  toast="The exemption has ended."
                  onConfirm={() => endExemption(memberId).then(invalidateDues)}
                >
                  The member pays dues again.
                </ConfirmButton>
              </>
            ) : (
              <ReasonButton
                act="Exempt from dues"
                title="Exempt this member from dues?"
                about={name}
                lead="They pay nothing until you end it. Only administrators who handle dues can read the reason."
                reasons={['Founding member', 'Honorary member', 'Cannot pay at present']}
                send={(form) => setExemption(memberId, form).then(() => 'The member is exempt from dues.')}
              />
            )}
          </div>
        </>
      )}
    </Fetched>
  )
}
