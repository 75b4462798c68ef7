import { useState, type ReactNode } from 'react'
import { noConnectionText } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { useLoaded } from '#web/components/use-loaded.ts'

interface AboutCandidateProps {
  nominee: { id: string; name: string }
  className?: string
  /** On a ballot, what can be done with them there. */
  act?: { label: string; onPress: () => void }
  children: ReactNode
}

/** A name, or a word beside one, that opens the candidate's sheet. On a phone it slides up from the bottom. */
export function AboutCandidate({ nominee: { id, name }, className, act, children }: AboutCandidateProps) {
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const { Part, failed, load } = useLoaded(async () => (await import('./candidate-sheet.tsx')).CandidateSheet)

  function show() {
    if (!Part) load()
    setAsked(true)
    setOpen(true)
  }

  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={show} className={className}>
        {children}
      </button>
      {asked && (
        <Dialog open={open} onClose={() => setOpen(false)} title={name}>
          {Part && <Part id={id} title={name} />}
          {!Part && !failed && <Skeleton className="h-40 w-full" />}
          {!Part && failed && (
            <div role="alert">
              <p>{noConnectionText}</p>
              <Button look="outline" size="small" className="mt-3" onClick={load}>
                Retry
              </Button>
            </div>
          )}
          {/* At the end of the text. The button also lets the keyboard reach the part that scrolls. */}
          <div className="mt-6 flex flex-wrap gap-3">
            {act && (
              <Button
                className="flex-auto sm:flex-none"
                onClick={() => {
                  setOpen(false)
                  act.onPress()
                }}
              >
                {act.label}
              </Button>
            )}
            <Button look="outline" className="flex-auto sm:flex-none" onClick={() => setOpen(false)}>
              Close
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** A tappable name: as high as a thumb needs, without moving the lines around it. */
export const nameClass =
  'relative inline max-w-full text-left font-[inherit] underline decoration-edge decoration-1 underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-2.5 hover:decoration-navy print:no-underline'
