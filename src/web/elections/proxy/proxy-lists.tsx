import { useQuery } from '@tanstack/react-query'
import { type Lapse, whyCannotConfirmProxy } from '#shared/elections/proxy/proxy.ts'
import { showInstant } from '#shared/time.ts'
import { queries } from '#web/api/query-client.ts'
import { buttonClass } from '#web/components/classes.ts'
import { DataTable, type Column } from '#web/components/data-table.tsx'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { FileIcon } from '#web/components/icons.tsx'
import { Failed } from '#web/components/notice.tsx'
import { confirmProxy, proxiesQuery, refuseProxy, type CastProxy, type WaitingProxy } from './api.ts'

const acts = {
  confirm: {
    title: 'Confirm this proxy ballot?',
    words: 'The sealed ballot will be cast as it is. This cannot be undone.',
    action: 'Confirm',
    done: 'The proxy ballot is cast.',
    send: confirmProxy,
  },
  refuse: {
    title: 'Refuse this proxy ballot?',
    words: 'The sealed ballot and its form will be deleted. The member can still vote.',
    action: 'Refuse',
    done: 'The proxy ballot was refused.',
    send: refuseProxy,
  },
  'take back': {
    title: 'Withdraw this proxy ballot?',
    words: 'The sealed ballot and its form will be deleted. The member can still vote.',
    action: 'Withdraw',
    done: 'The proxy ballot is withdrawn.',
    send: refuseProxy,
  },
} as const satisfies Record<ProxyAct, unknown>

/** Proxy ballots that wait for a second administrator, and those that are cast. */
export function ProxyLists({ electionId, adminId }: { electionId: string; adminId: string }) {
  const { data, isError, error, refetch } = useQuery(proxiesQuery(electionId))
  if (isError && !data)
    return <Failed title="The proxy ballots could not be loaded" error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <>
      {data.waiting.length > 0 && (
        <section aria-labelledby="proxies-waiting">
          <h2 id="proxies-waiting" className="mb-3 text-2xl">
            Waiting for a second administrator
          </h2>
          <ul className="grid grid-cols-1 gap-4">
            {data.waiting.map((proxy) => (
              <WaitingCard
                key={proxy.voterId}
                {...{ electionId, proxy }}
                own={whyCannotConfirmProxy(proxy.askedBy, adminId) !== null}
              />
            ))}
          </ul>
        </section>
      )}
      <CastProxies cast={data.cast} />
    </>
  )
}

type ProxyAct = 'confirm' | 'refuse' | 'take back'

const lapses: Record<Lapse, string> = {
  'voting is over': 'Voting is over, so this ballot can no longer be confirmed.',
  'has voted': 'The member has voted in the meantime, so this ballot is no longer needed.',
  'not a member': 'This person is no longer a member who may vote.',
}

interface WaitingCardProps {
  electionId: string
  proxy: WaitingProxy
  /** The person who asked cannot confirm it. */
  own: boolean
}

/** A sealed ballot that waits. Nobody sees its content. */
function WaitingCard({ electionId, proxy, own }: WaitingCardProps) {
  const { name, idNumber, askedByName, askedAt, authority, formId, lapsed } = proxy
  return (
    <li className="card grid grid-cols-1 gap-3 border-l-4 border-l-gold p-5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="display text-2xl">{name}</span>
        <span className="text-muted tabular-nums">{idNumber}</span>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">
        <span className="font-semibold">Authority: </span>
        {authority}
      </p>
      <p className="text-muted">
        Requested by {own ? 'you' : askedByName} on {showInstant(askedAt)}
      </p>
      {lapsed ? (
        <p className="font-semibold text-red">{lapses[lapsed]}</p>
      ) : (
        own && <p className="font-semibold text-gold-ink">Another administrator must confirm this.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {!own && !lapsed && <ActButton act="confirm" {...{ electionId, proxy }} />}
        <ActButton act={own ? 'take back' : 'refuse'} {...{ electionId, proxy }} />
        {formId && <FormLink formId={formId} name={name} />}
      </div>
    </li>
  )
}

interface ActButtonProps {
  act: ProxyAct
  electionId: string
  proxy: WaitingProxy
}

function ActButton({ act, electionId, proxy: { voterId, name, idNumber, authority } }: ActButtonProps) {
  const { words, send, done, ...dialog } = acts[act]
  return (
    <ConfirmButton
      {...dialog}
      label={
        <>
          {dialog.action}
          <span className="sr-only"> the ballot for {name}</span>
        </>
      }
      button={{ look: act === 'confirm' ? 'primary' : 'danger-outline', size: 'small' }}
      destructive={act !== 'confirm'}
      toast={done}
      onConfirm={() =>
        send(electionId, voterId).finally(() => void queries.invalidateQueries(proxiesQuery(electionId)))
      }
    >
      <p className="text-lg font-semibold">
        {name} <span className="font-normal tabular-nums">{idNumber}</span>
      </p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">Authority: {authority}</p>
      <p className="mt-3">{words}</p>
    </ConfirmButton>
  )
}

function FormLink({ formId, name }: { formId: string; name: string }) {
  return (
    <a href={`/api/files/${formId}`} target="_blank" rel="noopener" className={buttonClass('outline', 'small')}>
      <FileIcon className="size-5" />
      Open the form
      <span className="sr-only"> of {name} (opens in a new tab)</span>
    </a>
  )
}

const columns: readonly Column<CastProxy>[] = [
  { heading: 'Member', main: true, cell: ({ name }) => name },
  { heading: 'ID number', cell: ({ idNumber }) => idNumber ?? '–' },
  { heading: 'Authority', cell: ({ authority }) => authority },
  { heading: 'Cast', cell: ({ label }) => label },
  {
    heading: 'Form',
    phone: 'bare',
    cell: ({ formId, name }) => formId && <FormLink formId={formId} name={name} />,
  },
]

/** Those in the box, by name. Collapsed, because the day's work is above. */
function CastProxies({ cast }: { cast: readonly CastProxy[] }) {
  if (cast.length === 0) return null
  return (
    <details className="group">
      <summary className="tap-link">
        {cast.length === 1 ? '1 proxy ballot is cast' : `${cast.length} proxy ballots are cast`}
      </summary>
      <div className="mt-3">
        <DataTable
          caption="Proxy ballots that are cast"
          columns={columns}
          rows={cast}
          keyOf={({ voterId }) => voterId}
          empty={null}
        />
      </div>
    </details>
  )
}
