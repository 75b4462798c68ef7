import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { editorText } from './text.ts'
import { useEditor } from '#web/content/editors/editor-context.ts'
import { VideoUpload } from '#web/content/editors/video-upload.tsx'
import { deleteVideo, edited, editedVideosQuery } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { BinIcon } from '#web/components/icons.tsx'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { VideoPoster } from '#web/content/video-poster.tsx'

/** The one video of the about page; a new one takes its place. */
export function AboutVideo() {
  const { say } = useEditor()
  const videos = useQuery(editedVideosQuery('about'))
  const [deleting, setDeleting] = useState(false)
  const remove = useMutation({
    mutationFn: (id: string) => deleteVideo(id),
    async onSuccess() {
      await edited('videos')
      say(editorText.videoDeleted)
    },
  })

  if (videos.isPending) return <Skeleton className="aspect-video w-full" />
  if (videos.isError && !videos.data)
    return <Failed title="The video could not be loaded" error={videos.error} onRetry={() => void videos.refetch()} />
  const video = videos.data.videos[0]
  return (
    <div className="grid gap-5">
      {video ? (
        <div className="flex flex-wrap items-center gap-4 rounded-field border border-line bg-white p-3">
          <span className="relative aspect-video w-32 flex-none overflow-hidden rounded bg-navy">
            <VideoPoster poster={video.poster} />
          </span>
          <p className="min-w-32 flex-1 font-semibold break-words">{video.title}</p>
          <Button look="danger-outline" size="small" onClick={() => setDeleting(true)}>
            <BinIcon />
            Delete
          </Button>
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title="Delete this video?"
            action="Delete video"
            destructive
            failure={editorText.deleteVideoFailed}
            onConfirm={() => remove.mutateAsync(video.id)}
          >
            <strong className="break-words">{video.title}</strong> and its file will be gone for good. The about page
            shows a picture instead.
          </ConfirmDialog>
        </div>
      ) : (
        <p className="text-muted">The about page has no video yet. It shows a picture instead.</p>
      )}
      <VideoUpload
        page="about"
        replaces={video?.id}
        effect={
          video ? `It replaces “${video.title}”, which will be deleted.` : 'Visitors can watch it on the about page.'
        }
      />
    </div>
  )
}
