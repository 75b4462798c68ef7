import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'
import type { ChangeField } from '#shared/members/privacy/changes.ts'
import { showToast } from '#web/components/toast.tsx'
import type { Member } from '#web/members/api.ts'
import { ownRequestsQuery, type OwnRequest } from '#web/members/privacy/api.ts'
import { noConnectionText } from '#web/api/client.ts'

/** What a member can do about a field of their own record. */
export interface Changes {
  ask: (field: ChangeField) => void
  /** The request that waits for an answer; undefined also while it is not known. */
  openOf: (field: ChangeField) => OwnRequest | undefined
}

type ChangeDialog = ComponentType<{ member: Member; field: ChangeField; onClose: () => void }>

/** The dialog's code is fetched when it is first wanted; a drop-out leaves the profile as it is. */
export function useChanges(member: Member, offered: boolean): { changes: Changes | null; dialog: ReactNode } {
  const own = useQuery({ ...ownRequestsQuery, enabled: offered })
  const [Dialog, setDialog] = useState<ChangeDialog | null>(null)
  const [field, setField] = useState<ChangeField | null>(null)

  async function open(wanted: ChangeField) {
    try {
      const { ChangeDialog } = await import('./change-dialog.tsx')
      setDialog(() => ChangeDialog)
      setField(wanted)
    } catch {
      showToast(noConnectionText, 'error')
    }
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
