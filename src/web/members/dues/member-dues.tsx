import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonSchema } from '#shared/members/dues/ledger.ts'
import { showPesos } from '#shared/members/dues/plan.ts'
import { standingSentence, standingWords } from '#shared/members/dues/text.ts'
import { showDate } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { ConfirmButton, ConfirmDialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Fetched } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { showToast } from '#web/components/toast.tsx'
import { bySchema, useForm } from '#web/components/use-form.ts'
import { invalidateMembers, type MemberStanding } from '#web/members/api.ts'
import { SectionCard } from '#web/members/privacy/request-parts.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { endExemption, invalidateDues, memberDuesQuery, setExemption, voidPayment } from './api.ts'
import { Entries } from './entries.tsx'
import { memberDuesText as text, ownDuesText } from './text.ts'

/** On one's own profile. */
export function OwnStanding({ standing, waiting }: MemberStanding) {
  return (
    <SectionCard title={text.title}>
      <p className="mt-3">{waiting && standing.kind !== 'good' ? ownDuesText.waiting : standingSentence(standing)}</p>
      <SiteLink href="/dues" className={`${buttonClass('outline')} mt-4`}>
        {ownDuesText.title}
      </SiteLink>
    </SectionCard>
  )
}

const tones = { good: 'green', grace: 'gold', lapsed: 'red', exempt: 'plain' } as const

/** On a member's profile, for administrators; the ledger for those who handle dues. */
export function MemberDues({ memberId, standing, handles }: MemberStanding & { memberId: string; handles: boolean }) {
  return (
    <SectionCard title={text.title}>
      <p className="mt-3">
        <Pill tone={tones[standing.kind]}>{standingWords(standing)}</Pill>
      </p>
      {handles && <Ledger memberId={memberId} />}
    </SectionCard>
  )
}

const readAgain = async () => {
  await Promise.all([invalidateDues(), invalidateMembers()])
}

function Ledger({ memberId }: { memberId: string }) {
  return (
    <Fetched query={useQuery(memberDuesQuery(memberId))} failed={text.failed}>
      {({ entries, exemption }) => (
        <>
          <Entries
            entries={entries}
            empty={<p className="mt-3 text-muted">{text.nothing}</p>}
            renderAct={(entry) =>
              entry.kind === 'payment' &&
              entry.state === 'accepted' &&
              !entry.voided && (
                <ReasonButton
                  act={text.void}
                  title={text.voidTitle(showPesos(entry.centavos), entry.receipt ?? '')}
                  description={text.voidHow}
                  done={text.voided}
                  send={(form) => voidPayment(entry.id, form)}
                />
              )
            }
          />
          <div className="mt-5 border-t border-line pt-4">
            {exemption ? (
              <>
                <p className="font-semibold">{text.exemptSince(showDate(exemption.at), exemption.by)}</p>
                <p className="mt-1 mb-3 wrap-anywhere whitespace-pre-line">{exemption.reason}</p>
                <ConfirmButton
                  button={{ look: 'outline', size: 'small' }}
                  title={text.endTitle}
                  action={text.end}
                  toast={text.ended}
                  onConfirm={() => endExemption(memberId).then(readAgain)}
                >
                  {text.endHow}
                </ConfirmButton>
              </>
            ) : (
              <ReasonButton
                act={text.exempt}
                title={text.exemptTitle}
                description={text.exemptHow}
                done={text.exempted}
                send={(form) => setExemption(memberId, form)}
              />
            )}
          </div>
        </>
      )}
    </Fetched>
  )
}

interface ReasonButtonProps {
  act: string
  title: string
  description: string
  done: string
  send: (form: { reason: string }) => Promise<unknown>
}

/** An act that goes down in the books with its reason. */
function ReasonButton({ act, title, description, done, send }: ReasonButtonProps) {
  const [open, setOpen] = useState(false)
  const form = useForm({
    values: { reason: '' },
    check: bySchema(reasonSchema),
    send,
    async onDone() {
      showToast(done)
      await readAgain()
    },
  })
  return (
    <>
      <Button look="outline" size="small" onClick={() => setOpen(true)}>
        {act}
      </Button>
      <ConfirmDialog open={open} onClose={() => setOpen(false)} form={form} action={act} {...{ title, description }}>
        <Form form={form}>
          <TextArea name="reason" label={text.reason} rows={3} maxLength={500} />
        </Form>
      </ConfirmDialog>
    </>
  )
}
