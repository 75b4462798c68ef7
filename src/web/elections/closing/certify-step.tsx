import { useState } from 'react'
import { closingText } from '#shared/elections/closing/closing-text.ts'
import { showInstant } from '#shared/time.ts'
import { certificateHref, type Closing } from '#web/api/elections/closing.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/button-class.ts'
import { FileIcon, LockIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Spinner } from '#web/components/spinner.tsx'
import { CertifyDialog } from '#web/elections/closing/certify-dialog.tsx'
import { Countersign } from '#web/elections/closing/countersign.tsx'
import { ElectedList } from '#web/elections/closing/elected-list.tsx'
import { RecountPanel } from '#web/elections/recount/recount-panel.tsx'
import { Step, type StepState } from '#web/elections/step.tsx'

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
