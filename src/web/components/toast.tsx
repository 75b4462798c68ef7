import { useEffect, useId, useSyncExternalStore } from 'react'
import { classes } from './classes.ts'
import { AlertIcon, CheckIcon, CloseIcon } from './icons.tsx'

interface Toast {
  id: number
  tone: 'success' | 'error'
  message: string
}

/** Success messages disappear after this long. Errors stay until they are closed. */
const clearsAfterMs = 3000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns a function that removes it. */
export function showToast(message: string, tone: Toast['tone'] = 'success'): () => void {
  const id = ++lastId
  change([...toasts, { id, tone, message }])
  if (tone === 'success') setTimeout(() => close(id), clearsAfterMs)
  return () => close(id)
}

function close(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

const none: readonly Toast[] = []
let regions: readonly string[] = []

/**
 * Where toasts appear: over the header, so that they cover neither headings nor the buttons at the bottom; on a wide screen at
 * the right, beside the title of a dialog. A dialog has its own, because everything below it is inert. The newest shows them all.
 */
export function ToastRegion({ isInDialog = false }: { isInDialog?: boolean }) {
  const id = useId()
  const visible = useSyncExternalStore(
    subscribe,
    () => (regions.at(-1) === id ? toasts : none),
    () => none,
  )
  useEffect(() => {
    regions = [...regions, id]
    change(toasts)
    return () => {
      regions = regions.filter((region) => region !== id)
      change(toasts)
    }
  }, [id])
  return (
    <div
      {...(!isInDialog && { role: 'region', 'aria-label': 'Messages' })}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 top-1.5 z-[60] grid justify-items-center gap-3 sm:justify-items-end"
    >
      {visible.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastCard({ toast: { id, tone, message } }: { toast: Toast }) {
  const Icon = tone === 'error' ? AlertIcon : CheckIcon
  return (
    <div
      className={classes(
        'on-dark pointer-events-auto flex w-full max-w-md items-center gap-3 rounded-card py-2 pr-2 pl-5 text-white shadow-float',
        tone === 'error' ? 'bg-red' : 'bg-navy',
      )}
    >
      <p className="min-w-0 flex-1 leading-snug font-semibold break-words">
        <Icon className="mr-3 inline size-5 align-[-0.15em]" />
        {message}
      </p>
      <button
        type="button"
        aria-label="Close message"
        onClick={() => close(id)}
        className="grid size-11 flex-none place-items-center rounded-field hover:bg-white/15"
      >
        <CloseIcon className="size-5" />
      </button>
    </div>
  )
}
