import type { ComponentType } from 'react'
import type { LinkSection } from '#shared/content/defaults.ts'

export type EditorName = 'home' | 'about' | 'videos' | 'leaders' | 'settings' | LinkSection
type Editor = ComponentType<{ onClosed: () => void }>

const loaders: Record<Exclude<EditorName, LinkSection>, () => Promise<Editor>> = {
  home: async () => (await import('#web/content/editors/home-editor.tsx')).HomeEditor,
  about: async () => (await import('#web/content/editors/about-editor.tsx')).AboutEditor,
  videos: async () => (await import('#web/content/editors/video-editor.tsx')).VideoEditor,
  leaders: async () => (await import('#web/content/editors/leader-editor.tsx')).LeaderEditor,
  settings: async () => (await import('#web/content/editors/settings-editor.tsx')).SettingsEditor,
}

/** Of those that an address can ask for. */
export const isEditor = (name: string | null): name is keyof typeof loaders =>
  name !== null && Object.hasOwn(loaders, name)

/** Each editor's code comes when it is opened. */
export async function loadEditor(name: EditorName): Promise<Editor> {
  if (name in loaders) return loaders[name as keyof typeof loaders]()
  return (await import('#web/content/editors/link-editors.tsx')).linkEditors[name as LinkSection]
}
