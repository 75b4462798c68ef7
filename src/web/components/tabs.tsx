import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

interface Tab {
  id: string
  label: ReactNode
  content: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  value?: string
  onChange?: (id: string) => void
}

/** Left and right keys switch tabs. If the row is too short, they wrap. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const controlled = value === undefined ? { defaultValue: tabs[0]?.id } : { value }
  return (
    <BaseTabs.Root {...controlled} className="min-w-0" onValueChange={(id) => onChange?.(String(id))}>
      <BaseTabs.List aria-label={label} className="flex flex-wrap gap-x-1 border-b border-line">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.id}
            value={tab.id}
            className="min-h-12 border-b-[3px] border-transparent px-4 text-left font-semibold text-muted -outline-offset-2 hover:text-ink data-active:border-navy data-active:text-ink"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        // A hidden panel stays mounted: something may be in progress in it.
        <BaseTabs.Panel key={tab.id} value={tab.id} keepMounted className="py-5">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
