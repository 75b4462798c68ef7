import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'
import { changeName, changeText, type ChangeField } from '#shared/members/profile/changes.ts'
import { noConnectionText } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { showToast } from '#web/components/toast.tsx'
import type { Member } from '#web/members/api.ts'
import { ownRequestsQuery, type OwnRequest } from '#web/members/privacy/api.ts'
import { shownValue, TakeBackButton } from '#web/members/privacy/request-parts.tsx'

/** What a member can do about a field of their own record. */
export interface ChangeRequests {
  ask: (field: ChangeField) => void
  /** The open request; also undefined while unknown. */
  openOf: (field: ChangeField) => OwnRequest | undefined
}

type ChangeDialog = ComponentType<{ member: Member; field: ChangeField; onClose: () => void }>

/** The dialog's code is loaded when it is first needed. */
export function useChanges(member: Member, offered: boolean): { changes: ChangeRequests | null; dialog: ReactNode } {
  const own = useQuery({ ...ownRequestsQuery, enabled: offered })
  const [Dialog, setDialog] = useState<ChangeDialog | null>(null)
  const [field, setField] = useState<ChangeField | null>(null)

  async function open(wanted: ChangeField) {
    const part = await fetchPart(() => import('./change-dialog.tsx'))
    if (!part) return
    setDialog(() => part.ChangeDialog)
    setField(wanted)
  }

  return {
    changes: offered
      ? {
          ask: (wanted) => void open(wanted),
          openOf: (wanted) => own.data?.requests.find((one) => one.field === wanted && one.outcome === null),
        }
      : null,
    dialog: Dialog && field && <Dialog key={field} member={member} field={field} onClose={() => setField(null)} />,
  }
}

interface AskedChangeProps {
  changes: ChangeRequests
  field: ChangeField
  /** The button's text. */
  label?: string
}

/** Beside a field of one's own record: the button to request a change, or the open request. */
export function AskedChange({ changes, field, label = 'Change' }: AskedChangeProps) {
  const open = changes.openOf(field)
  if (!open)
    return (
      <Button
        look="quiet"
        size="small"
        className="-mr-4 ml-auto flex-none"
        aria-label={`${label}: ${changeName(field)}`}
        onClick={() => changes.ask(field)}
      >
        {label}
      </Button>
    )
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-field bg-navy-soft px-3 py-2 text-base font-normal">
      <p className="min-w-0 flex-1 basis-40 break-words">
        {shownValue(open) && <strong className="block">{shownValue(open)}</strong>}
        {changeText.waiting}
      </p>
      <TakeBackButton requestId={open.id} what={changeName(field)} />
    </div>
  )
}

/** The code of a part of the profile; a failure is reported, and leaves the profile as it is. */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part | null> {
  try {
    return await load()
  } catch {
    showToast(noConnectionText, 'error')
    return null
  }
}
