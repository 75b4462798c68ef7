import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { editorText } from './text.ts'
import { useEditor, useUnsaved } from '#web/content/editors/editor-context.ts'
import { sentenceOf } from '#web/api/client.ts'
import { edited, renameVideo, type EditedVideo } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/fields.tsx'
import { useFocusFirst } from '#web/components/use-focus-first.ts'

/** A video's title, being changed in its row. */
export function VideoTitle({ video, onShut }: { video: EditedVideo; onShut: () => void }) {
  const { say } = useEditor()
  const [title, setTitle] = useState(video.title)
  useUnsaved(title !== video.title)
  const rename = useMutation({
    mutationFn: () => renameVideo(video.id, title),
    async onSuccess() {
      await edited('videos')
      say(editorText.videoRenamed)
      onShut()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!rename.isPending) rename.mutate()
  }

  return (
    <form ref={useFocusFirst()} onSubmit={submit} noValidate className="grid gap-2 py-1">
      <TextField
        label="Title"
        value={title}
        maxLength={200}
        error={rename.isError ? sentenceOf(rename.error) : undefined}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" busy={rename.isPending}>
          Save title
        </Button>
        <Button look="outline" size="small" onClick={onShut}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
