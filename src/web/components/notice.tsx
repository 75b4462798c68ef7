import type { ReactNode } from 'react'
import { sentenceOf } from '#web/api/client.ts'
import { Emblem } from '#web/theme/emblem.tsx'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx'
import { Skeleton } from './skeleton.tsx'

const tones = {
  error: { look: 'border-red bg-red-soft text-red', Icon: AlertIcon, role: 'alert' },
  warning: { look: 'border-gold bg-gold-soft text-gold-ink', Icon: AlertIcon, role: undefined },
  success: { look: 'border-green bg-green-soft text-green', Icon: CheckIcon, role: 'status' },
  info: { look: 'border-navy-3 bg-navy-soft text-navy-2', Icon: InfoIcon, role: undefined },
} as const

interface NoticeProps {
  tone: keyof typeof tones
  title?: string
  children?: ReactNode
  className?: string
}

/** A message in the page. The icon and the words carry the meaning; the colour only helps. */
export function Notice({ tone, title, children, className }: NoticeProps) {
  const { look, Icon, role } = tones[tone]
  return (
    <div
      role={role}
      // A refused form gives it the focus.
      tabIndex={role === 'alert' ? -1 : undefined}
      className={classes('flex flex-wrap gap-x-3 rounded-field border-l-4 px-4 py-3', look, className)}
    >
      {/* On a phone with large letters it would stand alone above the words, which say the same. */}
      <Icon className="mt-0.5 size-5 flex-none max-[15em]:hidden" />
      {/* Under the icon if large text leaves less than the width of eight letters beside it. */}
      <div className="beside before:block before:w-[8em] before:max-w-full">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}

/** Where everything on the page has to be loaded again. */
export const reloadPage = () => window.location.reload()

/** A failed first load: what happened, and a button to try again. */
export function Failed({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  return (
    <Notice tone="error" title={title}>
      <p>{sentenceOf(error)}</p>
      <Button look="outline" size="small" className="mt-3" onClick={onRetry}>
        Retry
      </Button>
    </Notice>
  )
}

interface FetchedProps<Data> {
  query: { data: Data | undefined; isError: boolean; error: unknown; refetch: () => unknown }
  /** What could not be loaded. */
  failed: string
  /** In the shape of the content to come. */
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/** The data of a query; before that its skeleton, or why it failed. A later failure hides nothing. */
export function Fetched<Data>({ query, failed, loading, children }: FetchedProps<Data>) {
  const { data, isError, error, refetch } = query
  if (data !== undefined) return children(data)
  if (isError) return <Failed title={failed} error={error} onRetry={() => void refetch()} />
  return loading === undefined ? <Skeleton className="h-12 w-full" /> : loading
}

/** An empty list says what will be there, and offers the next step. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-dashed border-edge px-6 py-10 text-center">
      <Emblem className="h-14 w-auto opacity-80 [filter:grayscale(1)]" />
      <p className="display text-2xl">{title}</p>
      {children && <div className="max-w-[46ch] text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
