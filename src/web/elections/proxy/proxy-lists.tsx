import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { whyCannotConfirmProxy } from '#shared/elections/proxy/eligibility.ts'
import { useApi } from '#web/api/client.ts'
import { confirmProxy, refuseProxy, proxiesQuery, type WaitingProxy } from '#web/api/elections/voting.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Failed } from '#web/components/failed.tsx'
import { showToast } from '#web/components/toast.tsx'
import { CastProxies } from '#web/elections/proxy/cast-proxies.tsx'
import { WaitingCard, type ProxyAct } from '#web/elections/proxy/waiting-card.tsx'

const acts = {
  confirm: {
    title: 'Confirm this proxy ballot?',
    words: 'The ballot is cast as it was sealed. It cannot be taken back afterwards.',
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
    title: 'Take this proxy ballot back?',
    words: 'The sealed ballot and its form will be deleted. The member can still vote.',
    action: 'Take back',
    done: 'The proxy ballot was taken back.',
    send: refuseProxy,
  },
} as const satisfies Record<ProxyAct, unknown>

/** Proxy ballots that wait for a second administrator, and those that are cast. */
export function ProxyLists({ electionId, adminId }: { electionId: string; adminId: string }) {
  const api = useApi()
  const queries = useQueryClient()
  const wanted = proxiesQuery(api, electionId)
  const { data, isError, error, refetch } = useQuery(wanted)
  // The last question stays on the screen while its dialog goes.
  const [toConfirm, setToConfirm] = useState<{ act: ProxyAct; proxy: WaitingProxy } | null>(null)
  const [asking, setAsking] = useState(false)
  if (isError && !data)
    return <Failed title="The proxy ballots could not be loaded" error={error} onRetry={() => void refetch()} />
  if (!data) return null

  const { title, words, action, done, send } = acts[toConfirm?.act ?? 'confirm']
  async function act(voterId: string) {
    try {
      await send(api, electionId, voterId)
      showToast(done)
    } finally {
      void queries.invalidateQueries(wanted)
    }
  }
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
                proxy={proxy}
                own={whyCannotConfirmProxy(proxy.askedBy, adminId) !== null}
                onAct={(next) => {
                  setToConfirm({ act: next, proxy })
                  setAsking(true)
                }}
              />
            ))}
          </ul>
        </section>
      )}
      <CastProxies cast={data.cast} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={title}
        action={action}
        destructive={toConfirm !== null && toConfirm.act !== 'confirm'}
        onConfirm={() => (toConfirm ? act(toConfirm.proxy.voterId) : undefined)}
      >
        <p className="text-lg font-semibold">{toConfirm?.proxy.name}</p>
        <p className="mt-1">{words}</p>
      </ConfirmDialog>
    </>
  )
}
