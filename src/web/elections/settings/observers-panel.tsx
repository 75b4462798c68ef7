import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { invitedSchema } from '#shared/accounts/administrators.ts'
import { showInstant } from '#shared/time.ts'
import { InvitationLink, invitationText, InviteForm } from '#web/accounts/invite-form.tsx'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import {
  inviteAgain,
  inviteObserver,
  invalidateObservers,
  observersQuery,
  removeObserver,
  type Observer,
} from './api.ts'
import { observersText } from './text.ts'

/** Who observes an election: invite, invite again and remove. */
export function ObserversPanel({ electionId }: { electionId: string }) {
  const id = useId()
  const list = useQuery(observersQuery(electionId))
  const over = list.data !== undefined && list.data.endsAt !== null && list.data.endsAt <= list.data.now
  return (
    <section aria-labelledby={id} className="card p-5 md:p-8">
      <h2 id={id} className="text-2xl">
        {observersText.title}
      </h2>
      <p className="mt-2 max-w-[70ch] text-muted">{observersText.help}</p>
      <div className="mt-5 grid gap-5">
        {!list.data && !list.isError && <Skeleton className="h-12 w-full" />}
        {!list.data && list.isError && (
          <Failed title="The observers could not be loaded" error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.data && (
          <>
            {list.data.endsAt !== null && (
              <Notice tone="info">
                {(over ? observersText.over : observersText.ends)(showInstant(list.data.endsAt))}
              </Notice>
            )}
            {list.data.observers.length === 0 ? (
              <p>{observersText.none}</p>
            ) : (
              <ul className="divide-y divide-line border-y border-line">
                {list.data.observers.map((observer) => (
                  <ObserverLine key={observer.id} {...{ electionId, observer, over }} />
                ))}
              </ul>
            )}
            {!over && <InviteObserver electionId={electionId} />}
          </>
        )}
      </div>
    </section>
  )
}

function ObserverLine({ electionId, observer, over }: { electionId: string; observer: Observer; over: boolean }) {
  const [link, setLink] = useState<string | null>(null)
  const again = useMutation({
    mutationFn: () => inviteAgain(electionId, observer.id),
    onSuccess: ({ link }) => (link === null ? showToast(invitationText.sent(observer.name)) : setLink(link)),
    onError: (error) => showToast(sentenceOf(error), 'error'),
  })
  return (
    <li className="grid gap-3 py-3 md:grid-cols-[1fr_auto] md:items-center">
      <div className="min-w-0">
        <p className="font-semibold break-words">{observer.name}</p>
        <p className="break-words">{observer.email}</p>
        <p className="text-muted">{observer.hasPassword ? observersText.active : observersText.waiting}</p>
        <p className="text-muted">{observersText.invited(observer.invitedBy, showInstant(observer.invitedAt))}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {!over && (
          <Button look="outline" size="small" busy={again.isPending} onClick={() => again.mutate()}>
            {observersText.again}
            <span className="sr-only"> ({observer.name})</span>
          </Button>
        )}
        <ConfirmButton
          label={
            <>
              {observersText.remove}
              <span className="sr-only"> ({observer.name})</span>
            </>
          }
          button={{ look: 'danger-outline', size: 'small' }}
          title={observersText.removeTitle}
          action={observersText.remove}
          failure={observersText.notRemoved}
          destructive
          toast={observersText.removed}
          onConfirm={async () => {
            await removeObserver(electionId, observer.id)
            await invalidateObservers(electionId)
          }}
        >
          {observersText.removeHelp(observer.name)}
        </ConfirmButton>
      </div>
      {link !== null && <InvitationLink name={observer.name} link={link} onClose={() => setLink(null)} />}
    </li>
  )
}

function InviteObserver({ electionId }: { electionId: string }) {
  return (
    <div>
      <h3 className="mb-4 text-xl">{observersText.invite}</h3>
      <InviteForm
        schema={invitedSchema}
        invite={(typed) => inviteObserver(electionId, typed)}
        onInvited={() => invalidateObservers(electionId)}
      />
    </div>
  )
}
