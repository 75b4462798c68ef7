import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { editorText } from './text.ts'
import { useEditor, useUnsaved } from '#web/content/editors/editor-context.ts'
import { ApiError } from '#web/api/client.ts'
import { edited, type EditedPage, type PageState } from '#web/api/content-editing.ts'

export type Texts = Record<string, string>

/** The text being written, and the stored state it began from. Nothing typed is given up but by the person's choice. */
export function usePageDraft<Content extends Texts>(page: EditedPage<Content>, stored: PageState<Content>) {
  const { say } = useEditor()
  const [base, setBase] = useState(stored)
  const [content, setContent] = useState(stored.content)
  /** What somebody else saved meanwhile, until the person has chosen. */
  const [newer, setNewer] = useState<PageState<Content> | null>(null)
  const dirty = Object.keys(content).some((name) => content[name] !== base.content[name])
  useUnsaved(dirty)

  const saving = useMutation({
    mutationFn: (written: Content) => page.save({ content: written, version: base.version }),
    onSuccess(saved, written) {
      setBase(saved)
      // What was typed while the save was under way stays.
      setContent((typed) => (typed === written ? saved.content : typed))
      void edited('pages')
    },
    async onError(error) {
      if (isClash(error)) setNewer(await page.read().catch(() => null))
    },
  })

  return {
    content,
    dirty,
    newer,
    saving: saving.isPending,
    /** A clash is shown as a choice, not as an error; unless what was saved meanwhile could not be read. */
    error: newer ? null : saving.error,
    /** Why a part was refused, until it is changed. */
    refusalOf: (name: keyof Content & string) =>
      saving.error instanceof ApiError && saving.variables?.[name] === content[name]
        ? saving.error.fields[`content.${name}`]
        : undefined,
    version: base.version,
    type: (name: keyof Content & string, text: string) => setContent({ ...content, [name]: text }),
    save() {
      if (!saving.isPending) saving.mutate(content, { onSuccess: () => say(editorText.saved) })
    },
    async restore(earlier: Content) {
      try {
        const { content: restored } = await saving.mutateAsync(earlier)
        setContent(restored)
        say(editorText.restored)
      } catch (error) {
        if (!isClash(error)) throw error
        setContent(earlier)
      }
    },
    choose(mine: ReadonlySet<string>) {
      if (!newer) return
      const chosen = Object.fromEntries(
        Object.entries(newer.content).map(([name, theirs]) => [name, mine.has(name) ? (content[name] ?? '') : theirs]),
      ) as Content
      setBase(newer)
      setContent(chosen)
      setNewer(null)
      saving.reset()
    },
  }
}

const isClash = (error: unknown) => error instanceof ApiError && error.code === 'edited-meanwhile'

export type PageDraft<Content extends Texts> = ReturnType<typeof usePageDraft<Content>>
