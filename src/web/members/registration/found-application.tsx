import { useEffect, useRef } from 'react'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/classes.ts'
import { Button } from '#web/components/button.tsx'
import { AlertIcon, CheckIcon, InfoIcon } from '#web/components/icons.tsx'
import type { Found } from '#web/members/registration/application-desk.tsx'
import { MendForm } from '#web/members/registration/mend-form.tsx'
import { foundText as text } from '#web/members/registration/text.ts'
import { SiteLink } from '#web/router/site-link.tsx'

interface FoundApplicationProps {
  found: Found
  onFound: (found: Found) => void
  onAnother: () => void
}

const looks = {
  waiting: { look: 'bg-navy text-white', Icon: InfoIcon },
  approved: { look: 'bg-green text-white', Icon: CheckIcon },
  returned: { look: 'bg-gold text-ink', Icon: AlertIcon },
} as const

/** One of three: it waits, it is approved, or something is to be sent again. */
export function FoundApplication({ found, onFound, onAnother }: FoundApplicationProps) {
  const { application } = found
  const { look, Icon } = looks[application.status]
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that was pressed is gone: what has come in its place is read out.
  useEffect(() => heading.current?.focus(), [application.status])
  return (
    <>
      <article className="card overflow-hidden">
        <h2
          ref={heading}
          tabIndex={-1}
          className={`flex items-center gap-4 px-5 py-4 text-3xl outline-none md:px-8 ${look}`}
        >
          <Icon className="size-8 flex-none" />
          {text[application.status].title}
        </h2>
        <div className="grid gap-4 p-5 text-lg md:p-8">
          {application.status === 'waiting' && <Waiting {...application} />}
          {application.status === 'approved' && <Approved />}
          {application.status === 'returned' && (
            <>
              <p>{text.returned.message}</p>
              <div className="rounded-field border-l-4 border-gold bg-gold-soft px-4 py-3 text-gold-ink">
                <p className="font-semibold">{text.returned.asked}</p>
                <p className="break-words whitespace-pre-line">{application.message}</p>
              </div>
              <MendForm
                applicationKey={found.key}
                items={application.items}
                onMended={(mended) => onFound({ ...found, application: mended })}
              />
            </>
          )}
        </div>
      </article>
      <Button look="quiet" className="justify-self-start" onClick={onAnother}>
        {text.another}
      </Button>
    </>
  )
}

function Waiting({ appliedAt, mendedAt, now }: { appliedAt: number; mendedAt: number | null; now: number }) {
  return (
    <>
      {mendedAt !== null && <p role="status">{text.mended}</p>}
      <p>{mendedAt === null ? text.waiting.message(appliedAt, now) : text.waiting.mended(mendedAt, now)}</p>
      <p>{text.waiting.next(useSite().sendsEmail)}</p>
    </>
  )
}

function Approved() {
  return (
    <>
      <p>{text.approved.message}</p>
      <p>{text.approved.next}</p>
      <SiteLink href="/login" className={buttonClass('primary')}>
        {text.approved.logIn}
      </SiteLink>
    </>
  )
}
