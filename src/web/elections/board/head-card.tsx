import type { ReactNode } from 'react'
import type { Board } from '#shared/elections/board/board.ts'
import { boardText } from '#shared/elections/board/board-text.ts'
import type { CertificateStatement, Countersignature, Head } from '#shared/elections/board/statements.ts'
import { inGroups } from '#shared/elections/board/in-groups.ts'
import { showInstant } from '#shared/time.ts'
import { said } from '#web/elections/board/said.ts'

/** What the site has signed last, and with which key. */
export function HeadCard({ board, head }: { board: Board; head: Head | null }) {
  return (
    <section aria-labelledby="head-title" className="card grid gap-4 p-5 md:p-7">
      {head && (
        <>
          <h2 id="head-title" className="text-2xl">
            {boardText.headTitle}
          </h2>
          <dl className="grid gap-2">
            <Fact label="Number">{head.number}</Fact>
            <Fact label="Time">{showInstant(Date.parse(head.minute))}</Fact>
            <Fact label="Entries">{head.size.toLocaleString('en')}</Fact>
            <Fact label="Root">
              <span className="font-mono">{inGroups(head.root.slice(0, 16))} …</span>
            </Fact>
            {head.closed && <Fact label="Count">Closed: no vote comes after this</Fact>}
          </dl>
          <details>
            <summary className="text-link inline-flex min-h-11 items-center">What this is</summary>
            <p>{boardText.head}</p>
            <p className="mt-2 text-muted">The whole root</p>
            <p className="font-mono break-words">{inGroups(head.root)}</p>
          </details>
        </>
      )}
      <h2 id={head ? undefined : 'head-title'} className="text-2xl">
        {boardText.keyTitle}
      </h2>
      <p>{boardText.key}</p>
      <p>
        <span className="block text-muted">Fingerprint</span>
        <span className="font-mono break-words">{inGroups(board.fingerprint)}</span>
      </p>
      <Certificate board={board} />
    </section>
  )
}

function Certificate({ board: { certificate, countersignatures } }: { board: Board }) {
  if (!certificate) return null
  const { certifiedAt, certifiedBy } = said<CertificateStatement>(certificate)
  return (
    <>
      <h2 className="text-2xl">{boardText.certificateTitle}</h2>
      <p>{boardText.certificate}</p>
      <dl className="grid gap-2">
        {typeof certifiedAt === 'string' && <Fact label="Time">{showInstant(Date.parse(certifiedAt))}</Fact>}
        {typeof certifiedBy === 'string' && <Fact label="By">{certifiedBy}</Fact>}
        {countersignatures.map((signed) => {
          const { by, role } = said<Countersignature>(signed)
          return (
            <Fact key={signed.signature} label="Also signed by">
              {by} ({role})
            </Fact>
          )
        })}
      </dl>
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-3">
    <dt className="min-w-24 flex-none text-muted">{label}</dt>
    <dd className="min-w-0 font-semibold">{children}</dd>
  </div>
)
