import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { invitedSchema } from '#shared/accounts/invitation.ts'
import { showInstant } from '#shared/time.ts'
import { invitationText } from '#shared/accounts/invitation-text.ts'
import { InvitationLink } from '#web/accounts/invitation-link.tsx'
import { InviteForm } from '#web/accounts/invite-form.tsx'
import {
  inviteAgain,
  inviteObserver,
  observersChanged,
  observersQuery,
  removeObserver,
  type Observer,
} from '#web/elections/settings/api.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'

const text = {
  title: 'Observers',
  help: 'Observers see how the election is prepared and counted, the log, and the roll with names. They can change nothing. They choose a password with the link of the invitation, and log in with their email address. It must not be the address of a member’s or an administrator’s account.',
  none: 'Nobody has been invited yet.',
  invite: 'Invite an observer',
  active: 'Has chosen a password',
  waiting: 'Has not chosen a password yet',
  invited: (by: string, when: string) => `Invited by ${by} on ${when}`,
  again: 'Invite again',
  remove: 'Remove',
  removed: 'The observer was removed.',
  removeTitle: 'Remove this observer?',
  removeHelp: (name: string) =>
    `${name} is logged out at once and can no longer see the election. What they did stays in the log.`,
  notRemoved: 'The observer was not removed',
  ends: (when: string) => `Access of all observers ends on ${when}.`,
  over: (when: string) => `Observing ended on ${when}. Remove the observers to delete their email addresses.`,
} as const

/** Who observes an election: to invite, to invite again and to remove. */
export function ObserversPanel({ electionId }: { electionId: string }) {
  const id = useId()
  const list = useQuery(observersQuery(electionId))
  const over = list.data !== undefined && list.data.endsAt !== null && list.data.endsAt <= list.data.now
  return (
    <section aria-labelledby={id} className="card p-5 md:p-8">
      <h2 id={id} className="text-2xl">
        {text.title}
      </h2>
      <p className="mt-2 max-w-[70ch] text-muted">{text.help}</p>
      <div className="mt-5 grid gap-5">
        {!list.data && !list.isError && <Skeleton className="h-12 w-full" />}
        {!list.data && list.isError && (
          <Failed title="The observers could not be loaded" error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.data && (
          <>
            {list.data.endsAt !== null && (
              <Notice tone="info">{(over ? text.over : text.ends)(showInstant(list.data.endsAt))}</Notice>
            )}
            {list.data.observers.length === 0 ? (
              <p>{text.none}</p>
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
  const [removing, setRemoving] = useState(false)
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
        <p className="text-muted">{observer.hasPassword ? text.active : text.waiting}</p>
        <p className="text-muted">{text.invited(observer.invitedBy, showInstant(observer.invitedAt))}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {!over && (
          <Button look="outline" size="small" busy={again.isPending} onClick={() => again.mutate()}>
            {text.again}
            <span className="sr-only"> ({observer.name})</span>
          </Button>
        )}
        <Button look="danger-outline" size="small" onClick={() => setRemoving(true)}>
          {text.remove}
          <span className="sr-only"> ({observer.name})</span>
        </Button>
      </div>
      {link !== null && <InvitationLink name={observer.name} link={link} onClosed={() => setLink(null)} />}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={text.removeTitle}
        action={text.remove}
        failure={text.notRemoved}
        destructive
        onConfirm={async () => {
          await removeObserver(electionId, observer.id)
          await observersChanged(electionId)
          showToast(text.removed)
        }}
      >
        {text.removeHelp(observer.name)}
      </ConfirmDialog>
    </li>
  )
}

function InviteObserver({ electionId }: { electionId: string }) {
  return (
    <div>
      <h3 className="mb-4 text-xl">{text.invite}</h3>
      <InviteForm
        schema={invitedSchema}
        invite={(typed) => inviteObserver(electionId, typed)}
        onInvited={() => observersChanged(electionId)}
      />
    </div>
  )
}
