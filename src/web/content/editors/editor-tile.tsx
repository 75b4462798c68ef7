import type { ReactNode } from 'react'
import { PencilIcon } from '#web/components/icons.tsx'
import { Spinner } from '#web/components/button.tsx'

interface EditorTileProps {
  title: string
  /** What opens, for those who listen. */
  opens: string
  /** Its editor is on its way. */
  opening: boolean
  onOpen: () => void
  children: ReactNode
}

/** A tile that opens an editor: all of it can be pressed, and says what is there now. */
export function EditorTile({ title, opens, opening, onOpen, children }: EditorTileProps) {
  return (
    <section className="card group relative flex min-h-32 flex-col gap-2 border-t-4 border-t-line p-5 transition-shadow duration-150 hover:border-t-navy hover:shadow-float">
      <h3 className="flex items-center justify-between gap-3 text-2xl">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-disabled={opening || undefined}
          className="min-w-0 text-left after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-navy-3"
          onClick={() => !opening && onOpen()}
        >
          {title}
          <span className="sr-only">: {opens}</span>
        </button>
        <span className="text-muted group-hover:text-navy">
          {opening ? <Spinner className="size-5" /> : <PencilIcon className="size-5" />}
        </span>
      </h3>
      <div className="min-w-0 flex-1 text-muted">{children}</div>
    </section>
  )
}
