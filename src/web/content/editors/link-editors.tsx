import type { ComponentType } from 'react'
import type { LinkSection } from '#shared/content/defaults.ts'
import { LinkEditor } from '#web/content/editors/link-editor.tsx'

const of = (section: LinkSection) =>
  function SectionEditor({ onClosed }: { onClosed: () => void }) {
    return <LinkEditor section={section} onClosed={onClosed} />
  }

export const linkEditors: Record<LinkSection, ComponentType<{ onClosed: () => void }>> = {
  Events: of('Events'),
  Legalities: of('Legalities'),
  'Programs and Projects': of('Programs and Projects'),
  'Whats New': of('Whats New'),
}
