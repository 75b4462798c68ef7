import { useId, useState, type ReactNode } from 'react'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { showToast } from '#web/components/toast.tsx'

export interface Act {
  name: string
  /** When one needs it. */
  about: string
  /** What will happen. */
  question: ReactNode
  destructive?: boolean
  run: () => Promise<unknown>
  done: string
}

/** What an administrator can do for a member, beside editing the record. Each says what will happen, and is confirmed. */
export function MemberActs({ title, acts }: { title: string; acts: readonly Act[] }) {
  const id = useId()
  const [toConfirm, setToConfirm] = useState<Act | null>(null)
  const [asking, setAsking] = useState(false)

  function ask(act: Act) {
    setToConfirm(act)
    setAsking(true)
  }

  return (
    <section aria-labelledby={id} className="card no-print p-6 md:p-8">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <ul className="mt-4 grid">
        {acts.map((act) => (
          <li
            key={act.name}
            className="grid items-center gap-x-6 gap-y-2 border-t border-line py-4 sm:grid-cols-[1fr_auto]"
          >
            <p>{act.about}</p>
            <Button look={act.destructive ? 'danger-outline' : 'outline'} size="small" onClick={() => ask(act)}>
              {act.name}
            </Button>
          </li>
        ))}
      </ul>
      {toConfirm && (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={`${toConfirm.name}?`}
          action={toConfirm.name}
          destructive={toConfirm.destructive ?? false}
          onConfirm={async () => {
            await toConfirm.run()
            if (toConfirm.done) showToast(toConfirm.done)
          }}
        >
          {toConfirm.question}
        </ConfirmDialog>
      )}
    </section>
  )
}
