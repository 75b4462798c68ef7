import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isInventedAddress } from '#shared/accounts/administrators.ts'
import { showInstant } from '#shared/time.ts'
import { meQuery } from '#web/api/mine.ts'
import { sentenceOf } from '#web/api/client.ts'
import { buttonClass } from '#web/components/classes.ts'
import { Button, Spinner } from '#web/components/button.tsx'
import { CheckField } from '#web/components/fields.tsx'
import { ConfirmDialog, Dialog } from '#web/components/dialog.tsx'
import { FileIcon, LockIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { ServicePill } from '#web/components/pill.tsx'
import { showCount } from '#web/components/formats.ts'
import { showToast } from '#web/components/toast.tsx'
import { certificateHref, certify, closed, countersign, packageHref, type Closing } from '#web/elections/closing/api.ts'
import { closingText, copiesText, countersignText, inventedAddressText, withRank } from '#web/elections/closing/text.ts'
import { RecountPanel } from '#web/elections/closing/recount-panel.tsx'
import { Step, type StepState } from '#web/elections/closing/step.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

export function CertifyStep({ closing, state }: { closing: Closing; state: StepState }) {
  const [asking, setAsking] = useState(false)
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
            <div>
              <Button onClick={() => setAsking(true)}>Certify the result</Button>
            </div>
          )}
        </>
      )}
      <CertifyDialog open={asking} closing={closing} onClose={() => setAsking(false)} />
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
      <div className="text-muted">
        <p>Last log entry before the certification, number {certificate.logEntries.toLocaleString('en')}:</p>
        <p className="font-mono text-sm wrap-anywhere">{certificate.lastHash}</p>
      </div>
      {closing.signature && <Countersign electionId={closing.electionId} signature={closing.signature} />}
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

/** Those who take the seats, most votes first. */
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
  electionId: string
  signature: NonNullable<Closing['signature']>
}

const inGroups = (hash: string) => hash.slice(0, 16).match(/.{4}/g)?.join(' ') ?? ''

/** By what the certificate can be compared, who else has signed it, and the button for those who have not. */
function Countersign({ electionId, signature }: CountersignProps) {
  const [asking, setAsking] = useState(false)
  const { hash, fingerprint, countersignatures, mayCountersign } = signature
  return (
    <>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-1 text-muted sm:grid-cols-[auto_1fr]">
        <dt>{countersignText.certificate}</dt>
        <dd className="font-mono">{inGroups(hash)}</dd>
        <dt>{countersignText.fingerprint}</dt>
        <dd className="font-mono">{inGroups(fingerprint)}</dd>
      </dl>
      {countersignatures.length > 0 && (
        <ul className="grid gap-1">
          {countersignatures.map(({ by, role, at }) => (
            <li key={`${by} ${at}`}>{countersignText.signed(by, role, showInstant(Date.parse(at)))}</li>
          ))}
        </ul>
      )}
      {mayCountersign && (
        <div>
          <Button onClick={() => setAsking(true)}>{countersignText.button}</Button>
        </div>
      )}
      <p>
        <a href={packageHref(electionId)} className="text-link">
          {countersignText.package}
        </a>
      </p>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={countersignText.question}
        action={countersignText.button}
        failure={countersignText.failed}
        onConfirm={async () => {
          try {
            await countersign(electionId, hash)
            showToast(countersignText.done)
          } finally {
            await closed()
          }
        }}
      >
        <p>{countersignText.explanation}</p>
        <p className="mt-3 font-mono">{inGroups(hash)}</p>
      </ConfirmDialog>
    </>
  )
}

interface CertifyDialogProps {
  open: boolean
  closing: Closing
  onClose: () => void
}

/** Says plainly what cannot be undone, and asks for a tick before it can be pressed. */
function CertifyDialog({ open, closing, onClose }: CertifyDialogProps) {
  const email = useQuery(meQuery).data?.email ?? ''
  const [understood, setUnderstood] = useState(false)
  const certifying = useMutation({
    mutationFn: () =>
      certify(
        closing.electionId,
        closing.elected.map(({ nomineeId }) => nomineeId),
      ),
    onSuccess: () => {
      showToast('The result is certified.')
      onClose()
    },
    // Also when it failed: somebody else may have certified it, or the answer was lost on its way.
    onSettled: () => closed(),
  })

  function close() {
    setUnderstood(false)
    certifying.reset()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      staysOpen
      busy={certifying.isPending}
      title="Certify the result?"
      description={`${closing.title}: ${showCount(closing.cast, 'ballot')}, ${showCount(closing.elected.length, 'person is', 'people are')} then elected.`}
    >
      <div className="grid grid-cols-1 gap-5">
        <div>
          <p className="font-semibold">From then on, for good:</p>
          <ul className="mt-2 grid list-disc gap-2 pl-5">
            <li>The numbers are frozen. Nobody can change a vote, a tie or the turnout.</li>
            <li>The key that seals the ballots is destroyed and the sealed ballots are emptied.</li>
            <li>
              Nobody can ever open a ballot again: not an administrator, not the person who runs the server, not even
              the voter. Receipt codes can still be looked up.
            </li>
          </ul>
        </div>
        <Notice tone="warning">{copiesText}</Notice>
        {isInventedAddress(email) && (
          <Notice tone="warning" title={inventedAddressText.title}>
            <p className="break-words">{inventedAddressText.why(email)}</p>
            <SiteLink href="/security#email" className="text-link inline-flex min-h-11 items-center">
              {inventedAddressText.change}
            </SiteLink>
          </Notice>
        )}
        <CheckField
          label="I have checked the numbers, and I know that this cannot be undone"
          checked={understood}
          onChange={(event) => setUnderstood(event.currentTarget.checked)}
        />
        {certifying.isError && (
          <Notice tone="error" title="The result was not certified">
            {sentenceOf(certifying.error)}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={certifying.isPending} onClick={close}>
            Not yet
          </Button>
          <Button look="danger" disabled={!understood} busy={certifying.isPending} onClick={() => certifying.mutate()}>
            Certify for good
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
