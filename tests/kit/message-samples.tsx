import { useState } from 'react'
import { services } from '#shared/members/enums.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { Button, Spinner } from '#web/components/button.tsx'
import { ConfirmDialog, Dialog } from '#web/components/dialog.tsx'
import { EmptyState, Failed, Notice } from '#web/components/notice.tsx'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { showToast, ToastRegion } from '#web/components/toast.tsx'
import { Samples } from './samples.tsx'

export function MessageSamples() {
  return (
    <>
      <Samples title="Messages">
        <Notice tone="error">The password is not right</Notice>
        <Notice tone="warning" title="Make your account safer">
          Please choose a password of your own.
        </Notice>
        <Notice tone="success">Your password has been changed.</Notice>
        <Notice tone="info">Nomination runs 1 to 14 March 2025.</Notice>
        <Failed title="Error Loading Users" error={new Error('no answer')} onRetry={() => {}} />
        <div className="flex flex-wrap gap-3">
          <Button look="outline" onClick={() => showToast('Nominees Saved Successfully')}>
            Show a toast
          </Button>
          <Button look="outline" onClick={() => showToast('Failed to add link', 'error')}>
            Show an error toast
          </Button>
        </div>
        <ToastRegion />
      </Samples>
      <Samples title="Dialogs">
        <DialogSamples />
      </Samples>
      <Samples title="Waiting and empty">
        <Spinner label="Loading…" />
        <Skeleton className="h-8 w-60" />
        <EmptyState title="No nominees yet" action={<Button>Nominate a member</Button>}>
          People who are nominated will be listed here.
        </EmptyState>
      </Samples>
      <Samples title="People and marks">
        <div className="flex flex-wrap items-center gap-4">
          <Avatar name="Maria de la Peña" />
          <Avatar name="José Ñungay" className="size-20 text-3xl" />
          {services.map((service) => (
            <ServicePill key={service} service={service} />
          ))}
          <Pill>Plain</Pill>
          <Pill tone="gold">Pending approval</Pill>
          <Pill tone="green">Approved</Pill>
          <Pill tone="red">Signature missing</Pill>
        </div>
      </Samples>
      <Samples title="Tabs">
        <Tabs
          label="Documents"
          tabs={[
            { id: 'commission', label: 'Commission document', content: 'The commission document.' },
            { id: 'payment', label: 'Payment proof', content: 'The payment proof.' },
            { id: 'signature', label: 'Signature', content: 'The signature.' },
          ]}
        />
      </Samples>
    </>
  )
}

function DialogSamples() {
  const [open, setOpen] = useState<'plain' | 'confirm' | 'failing' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="outline" onClick={() => setOpen('plain')}>
        Open a dialog
      </Button>
      <Button look="outline" onClick={() => setOpen('confirm')}>
        Ask for confirmation
      </Button>
      <Button look="outline" onClick={() => setOpen('failing')}>
        Confirm and fail
      </Button>
      <Dialog
        open={open === 'plain'}
        onClose={close}
        title="ARRAPI Privacy Policy"
        description="What we keep, and why."
      >
        <p>We keep what you enter here to run the association.</p>
        <Button className="mt-5" onClick={close}>
          I Understand
        </Button>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="Delete this nominee?"
        action="Delete nominee"
        destructive
        onConfirm={() => {}}
      >
        Roberto Abad Jr. will no longer be on the ballot.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'failing'}
        onClose={close}
        title="Approve 42 applicants?"
        action="Approve"
        onConfirm={() => Promise.reject(new Error('no answer'))}
      >
        Each gets the next ID number and can log in.
      </ConfirmDialog>
    </div>
  )
}
