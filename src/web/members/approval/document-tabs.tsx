import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { AlertIcon } from '#web/components/icons.tsx'
import { KeyCap } from '#web/members/approval/key-cap.tsx'

interface DocumentTabsProps {
  open: string
  onOpen: (kind: string) => void
  children: ReactNode
}

/** Left and right keys move between the documents. */
export function DocumentTabs({ open, onOpen, children }: DocumentTabsProps) {
  return (
    <Tabs.Root value={open} onValueChange={(kind) => onOpen(String(kind))} className="min-w-0">
      <Tabs.List
        aria-label="Documents"
        className="relative flex flex-wrap gap-px overflow-hidden rounded-t-card border border-b-0 border-line bg-line"
      >
        {children}
      </Tabs.List>
    </Tabs.Root>
  )
}

interface DocumentTabProps {
  kind: string
  missing: boolean
  /** The key that opens it, for those documents that are there to be opened. */
  keyCap: string
  children: ReactNode
}

export function DocumentTab({ kind, missing, keyCap, children }: DocumentTabProps) {
  return (
    <Tabs.Tab
      value={kind}
      className="flex min-h-12 flex-1 items-center justify-center gap-1 bg-card px-1.5 text-[0.9375rem] font-semibold text-muted lg:whitespace-nowrap -outline-offset-4 hover:text-ink data-active:bg-navy data-active:text-white data-active:outline-gold-2 [&[data-active]_kbd]:border-white/50 [&[data-active]_kbd]:text-white"
    >
      {missing && <span className="sr-only">Missing: </span>}
      {children}
      {missing ? (
        <AlertIcon className="size-4.5 flex-none text-red in-data-active:text-white" />
      ) : (
        // Where the row would not hold them, the names of the documents come first.
        <span className="contents max-2xl:hidden">
          <KeyCap>{keyCap}</KeyCap>
        </span>
      )}
    </Tabs.Tab>
  )
}
