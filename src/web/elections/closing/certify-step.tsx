import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { showNumber, showCount, firstDigits } from '#shared/figures.ts'
import { showInstant } from '#shared/time.ts'
import { meQuery } from '#web/api/mine.ts'
import { Button, Spinner } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { ConfirmButton, ConfirmDialog } from '#web/components/dialog.tsx'
import { CheckField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { FileIcon, LockIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { ServicePill } from '#web/components/pill.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import { packageHref } from '#web/elections/board/api.ts'
import { countersign } from '#web/elections/board/witness.ts'
import { certificateHref, certify, invalidateClosing, type Closing } from './api.ts'
import { RecountPanel } from './recount-panel.tsx'
import { Step, type StepState } from './step.tsx'
import { closingText, copiesText, countersignText, withRank } from './text.ts'

export function CertifyStep({ closing, state }: { closing: Closing; state: StepState }) {
  const { obstacle, certificate, elected } = closing
  return (
    <Step number={4} title={state === 'done' ? 'The result is certified' : 'Certify the result'} state={state}>
      {certificate ? (
        <Certified closing={closing} certificate={certificate} />
      ) : (
        <>
          {elected.length > 0 && <ElectedList title={closingText.byVotes} elected={elected} />}
          {closing.stage === 'counted' && obstacle?.code !== 'nothing-to-certify' && (
            <RecountPanel electionId={closing.electionId} />
          )}
          {obstacle?.code === 'count-being-cleared' ? (
            <p role="status">
              <Spinner label={obstacle.sentence} />
            </p>
          ) : obstacle ? (
            <p className="text-muted">{obstacle.sentence}</p>
          ) : (
            <Certify closing={closing} />
          )}
        </>
      )}
    </Step>
  )
}

interface CertifiedProps {
  closing: Closing
  certificate: NonNullable<Closing['certificate']>
}

function Certified({ closing, certificate }: CertifiedProps) {
  return (
    <>
      <p>
        By {certificate.certifiedBy} on {showInstant(certificate.certifiedAt)}. The numbers can no longer be changed.
      </p>
      <ElectedList title="Elected" elected={closing.elected} />
      {closing.keyDestroyed ? (
        <p className="flex gap-2">
          <LockIcon className="mt-0.5 size-5 flex-none" />
          The key is destroyed and the sealed ballots are emptied: nobody can open a ballot again.
        </p>
      ) : (
        <Notice tone="info">
          <Spinner className="size-4" label={closingText.destroyingKey} />
          <p className="mt-1">{closingText.destroyingKeyHelp}</p>
        </Notice>
      )}
      <details>
        <summary className="tap-link">Details</summary>
        <dl className="grid gap-3 text-muted">
          {closing.signature && (
            <div>
              <dt>{countersignText.fingerprint}</dt>
              <dd className="font-mono">{firstDigits(closing.signature.fingerprint)}</dd>
            </div>
          )}
          <div>
            <dt>Last log entry before the certification, number {showNumber(certificate.logEntries)}</dt>
            <dd className="font-mono text-sm wrap-anywhere">{certificate.lastHash}</dd>
          </div>
        </dl>
      </details>
      {closing.signature && <Countersign closing={closing} signature={closing.signature} />}
      <div>
        <a
          className={buttonClass('outline')}
          href={certificateHref(closing.electionId)}
          target="_blank"
          rel="noreferrer"
        >
          <FileIcon className="size-5" />
          Open the certificate (PDF)
        </a>
      </div>
    </>
  )
}

/** Those who get the seats. */
function ElectedList({ title, elected }: { title: string; elected: Closing['elected'] }) {
  const id = useId()
  return (
    <div className="rounded-card border border-line">
      <p className="px-4 pt-3 pb-1 font-semibold" id={id}>
        {title}
      </p>
      <ul aria-labelledby={id} className="grid grid-cols-1 divide-y divide-line">
        {elected.map((person) => (
          <li key={person.nomineeId} className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
            <span className="min-w-14 flex-none">
              <ServicePill service={person.ms} />
            </span>
            <span className="beside">{withRank(person)}</span>
            <span className="flex-none tabular-nums">{showCount(person.votes, 'vote')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface CountersignProps {
  closing: Closing
  signature: NonNullable<Closing['signature']>
}

/** The digits to compare the certificate by, who else has signed it, and the button for those who have not. */
function Countersign({ closing: { electionId, now }, signature }: CountersignProps) {
  const me = useQuery(meQuery).data
  const { hash, countersignatures, mayCountersign } = signature
  return (
    <>
      <p className="flex flex-wrap gap-x-6 text-muted">
        {countersignText.certificate} <span className="font-mono">{firstDigits(hash)}</span>
      </p>
      {countersignatures.length > 0 && (
        <ul className="grid gap-1">
          {countersignatures.map(({ by, role, at }) => (
            <li key={`${by} ${at}`}>{countersignText.signed(by, role, showInstant(Date.parse(at)))}</li>
          ))}
        </ul>
      )}
      {countersignatures.length === 0 && !mayCountersign && <p>{countersignText.ask}</p>}
      {mayCountersign && me && (
        <div className="grid justify-items-start gap-3">
          <p>{countersignText.meaning}</p>
          <ConfirmButton
            title={countersignText.question}
            action={countersignText.button}
            failure={countersignText.failed}
            toast={countersignText.done}
            onConfirm={() =>
              countersign({ electionId, userId: me.id }, { certificate: hash, now }).finally(invalidateClosing)
            }
          >
            <p>{countersignText.explanation}</p>
            <p className="mt-3 font-mono">{firstDigits(hash)}</p>
          </ConfirmButton>
        </div>
      )}
      <p>
        <a href={packageHref(electionId)} className="text-link">
          {countersignText.package}
        </a>
      </p>
    </>
  )
}

/** Says plainly what cannot be undone, and requires a tick. */
function Certify({ closing }: { closing: Closing }) {
  const [asking, setAsking] = useState(false)
  return (
    <div>
      <Button onClick={() => setAsking(true)}>Certify the result</Button>
      {asking && <CertifyDialog closing={closing} onClose={() => setAsking(false)} />}
    </div>
  )
}

function CertifyDialog({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  const { electionId, title, cast, elected } = closing
  const form = useForm({
    values: { understood: false },
    // Reloaded even after a failure: somebody else may have certified it, or the reply was lost.
    send: () =>
      certify(
        electionId,
        elected.map(({ nomineeId }) => nomineeId),
      ).finally(invalidateClosing),
    onDone: () => showToast('The result is certified.'),
  })
  return (
    <ConfirmDialog
      title="Certify the result?"
      description={`${title}: ${showCount(cast, 'ballot')}, ${showCount(elected.length, 'person', 'people')} elected.`}
      action="Certify for good"
      cancel="Not yet"
      destructive
      failure="The result was not certified"
      {...{ form, onClose }}
      disabled={!useValues(form).understood}
    >
      <Form form={form} className="grid grid-cols-1 gap-5">
        <div>
          <p className="font-semibold">After that, for good:</p>
          <ul className="mt-2 grid list-disc gap-2 pl-5">
            <li>Nobody can change a vote, a tie or the turnout.</li>
            <li>The key that seals the ballots is destroyed and the sealed ballots are emptied.</li>
            <li>
              Nobody can ever open a ballot again: not an administrator, not the person who runs the server, not even
              the voter. Receipts can still be checked.
            </li>
          </ul>
        </div>
        <Notice tone="warning">{copiesText}</Notice>
        <CheckField name="understood" label="I have checked the numbers, and I know that this cannot be undone" />
      </Form>
    </ConfirmDialog>
  )
}
